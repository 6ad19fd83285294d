import { describe, expect, it } from 'vitest';
import type { Model } from '../../shared/models.ts';
import { draftOfModel, newModelDraft, toModelCreate, toModelPatch } from './model-draft.ts';

const stored: Model = {
  model_id: 'model-1',
  name: 'Local',
  provider: 'openai_compatible',
  provider_model: 'qwen3-vl:8b',
  base_url: 'http://127.0.0.1:11434/v1',
  accepts_images: true,
  api_key_set: true,
  last_test: null,
  created_at: '2026-11-30T12:00:00.000Z',
};

describe('a new model', () => {
  it('is named after its provider’s name when it has none of its own', () => {
    expect(
      toModelCreate({ ...newModelDraft, providerModel: ' claude-sonnet-4-5 ', apiKey: ' sk-1 ' }),
    ).toEqual({
      body: {
        name: 'claude-sonnet-4-5',
        provider: 'anthropic',
        provider_model: 'claude-sonnet-4-5',
        base_url: null,
        accepts_images: null,
        api_key: 'sk-1',
      },
    });
  });

  it('says which fields are missing, the name not among them', () => {
    expect(toModelCreate({ ...newModelDraft, provider: 'openai_compatible' })).toEqual({
      errors: {
        providerModel: 'Name the model as its provider does.',
        baseUrl: 'Write the address of the server.',
      },
    });
  });

  it('is refused with an address that is none', () => {
    expect(
      toModelCreate({ ...newModelDraft, providerModel: 'x', baseUrl: 'ftp://127.0.0.1/v1' }),
    ).toMatchObject({ errors: { baseUrl: 'Use an http:// or https:// address.' } });
  });
});

describe('a known model', () => {
  it('keeps its key unless that is replaced or removed', () => {
    const draft = draftOfModel(stored);
    expect(toModelPatch(draft)).toEqual({
      body: {
        name: 'Local',
        provider_model: 'qwen3-vl:8b',
        base_url: 'http://127.0.0.1:11434/v1',
        accepts_images: true,
      },
    });
    expect(toModelPatch({ ...draft, keyEdit: 'remove' })).toMatchObject({ body: { api_key: null } });
    expect(toModelPatch({ ...draft, keyEdit: 'replace', apiKey: 'sk-2' })).toMatchObject({
      body: { api_key: 'sk-2' },
    });
  });

  it('keeps its key when the field for another was left empty', () => {
    expect(toModelPatch({ ...draftOfModel(stored), keyEdit: 'replace' })).not.toHaveProperty('body.api_key');
  });

  it('can be told to find out again whether it takes images', () => {
    expect(toModelPatch({ ...draftOfModel(stored), images: 'detect' })).toMatchObject({
      body: { accepts_images: null },
    });
  });
});
