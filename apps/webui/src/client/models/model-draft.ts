import {
  modelCreateSchema,
  modelPatchSchema,
  type Model,
  type ModelCreate,
  type ModelPatch,
  type Provider,
} from '../../shared/models.ts';
import { providers } from './providers.ts';

/** What becomes of the stored key: it stays, another takes its place, or it is removed. */
type KeyEdit = 'keep' | 'replace' | 'remove';
type ImagesChoice = 'detect' | 'yes' | 'no';

/** The form of a model, as it is typed. */
export type ModelDraft = {
  readonly name: string;
  readonly provider: Provider;
  readonly providerModel: string;
  readonly baseUrl: string;
  readonly images: ImagesChoice;
  readonly keyEdit: KeyEdit;
  readonly apiKey: string;
};

export const newModelDraft: ModelDraft = {
  name: '',
  provider: 'anthropic',
  providerModel: '',
  baseUrl: '',
  images: 'detect',
  keyEdit: 'replace',
  apiKey: '',
};

export function draftOfModel(model: Model): ModelDraft {
  return {
    name: model.name,
    provider: model.provider,
    providerModel: model.provider_model,
    baseUrl: model.base_url ?? '',
    images: model.accepts_images === null ? 'detect' : model.accepts_images ? 'yes' : 'no',
    keyEdit: model.api_key_set ? 'keep' : 'replace',
    apiKey: '',
  };
}

type ModelField = 'name' | 'providerModel' | 'baseUrl' | 'apiKey';
export type ModelErrors = Partial<Record<ModelField, string>>;

/** What a new model is saved as, or what is wrong with each field. */
export function toModelCreate(draft: ModelDraft): { body: ModelCreate } | { errors: ModelErrors } {
  const body: ModelCreate = { ...sharedFields(draft), provider: draft.provider, api_key: newKey(draft) };
  const missing = missingAddress(draft);
  const parsed = modelCreateSchema.safeParse(body);
  if (parsed.success && missing === null) return { body };
  return { errors: errorsOf(parsed.error?.issues ?? [], missing) };
}

/** What changes about a known model; its provider stays. */
export function toModelPatch(draft: ModelDraft): { body: ModelPatch } | { errors: ModelErrors } {
  const key = newKey(draft);
  const body: ModelPatch = {
    ...sharedFields(draft),
    ...(draft.keyEdit === 'remove' && { api_key: null }),
    ...(draft.keyEdit === 'replace' && key !== null && { api_key: key }),
  };
  const missing = missingAddress(draft);
  const parsed = modelPatchSchema.safeParse(body);
  if (parsed.success && missing === null) return { body };
  return { errors: errorsOf(parsed.error?.issues ?? [], missing) };
}

function sharedFields(draft: ModelDraft) {
  const providerModel = draft.providerModel.trim();
  const baseUrl = draft.baseUrl.trim();
  return {
    name: draft.name.trim() === '' ? providerModel : draft.name.trim(),
    provider_model: providerModel,
    base_url: baseUrl === '' ? null : baseUrl,
    accepts_images: draft.images === 'detect' ? null : draft.images === 'yes',
  };
}

function newKey(draft: ModelDraft): string | null {
  const key = draft.apiKey.trim();
  return key === '' ? null : key;
}

function missingAddress(draft: ModelDraft): string | null {
  const isMissing = providers[draft.provider].needsAddress && draft.baseUrl.trim() === '';
  return isMissing ? 'Write the address of the server.' : null;
}

const fieldOf: Readonly<Record<string, ModelField>> = {
  name: 'name',
  provider_model: 'providerModel',
  base_url: 'baseUrl',
  api_key: 'apiKey',
};

function errorsOf(
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
  missing: string | null,
): ModelErrors {
  const errors: ModelErrors = {};
  for (const { path, message } of issues) {
    const field = fieldOf[String(path[0])];
    if (field !== undefined) errors[field] ??= message;
  }
  // A name that was left out is taken from the model, so the model is what is missing.
  if (errors.providerModel !== undefined) delete errors.name;
  return missing === null ? errors : { ...errors, baseUrl: missing };
}
