import type * as z from 'zod';
import type { Model, modelCreateSchema, modelPatchSchema, ModelTest } from '../../../shared/models.ts';
import type { AppContext } from '../../app-context.ts';
import type { Database } from '../../database/connection.ts';
import { ProblemError } from '../../http/problem-error.ts';
import { announceChange } from '../../threads/announced-change.ts';
import { createKeyBox } from '../key-box.ts';
import { createModelRepository, type StoredModel } from '../model-repository.ts';
import { addressFault, tidyAddress } from './base-address.ts';

export type ModelContext = Pick<
  AppContext,
  'audit' | 'clock' | 'config' | 'database' | 'events' | 'random' | 'shutdown'
>;

/** What the API shows of a model: whether a key is saved, never the key. */
export function modelView({ sealedApiKey, ...model }: StoredModel): Model {
  return { ...model, api_key_set: sealedApiKey !== null };
}

export async function createModel(
  { api_key, base_url, ...fields }: z.output<typeof modelCreateSchema>,
  context: ModelContext,
): Promise<Model> {
  const model_id = `model-${context.random.uuid()}`;
  const created_at = context.clock.now().toISOString();
  const sealedApiKey = await sealed(api_key, model_id, context);
  const address = base_url === null ? null : tidyAddress(base_url);
  const model = { model_id, ...fields, base_url: address, sealedApiKey, last_test: null, created_at };
  requireAddress(model);
  return save(context, () => Promise.resolve(model));
}

export async function changeModel(
  modelId: string,
  patch: z.output<typeof modelPatchSchema>,
  context: ModelContext,
): Promise<Model> {
  const { api_key } = patch;
  const newKey = api_key === undefined ? undefined : await sealed(api_key, modelId, context);
  return save(context, async (transaction) => {
    const before = await requireModel(transaction, modelId);
    const model = { ...patched(before, patch), ...(newKey === undefined ? {} : { sealedApiKey: newKey }) };
    requireAddress(model);
    if (newKey === undefined) requireSameReceiver(before, model);
    return model;
  });
}

/** Refused while agents use it: deleting must not change them by surprise. */
export function removeModel(modelId: string, context: ModelContext): Promise<StoredModel> {
  return announceChange(context, async (transaction) => {
    const models = createModelRepository(transaction);
    const model = await requireModel(transaction, modelId);
    const agents = await models.agentsOf(modelId);
    if (agents.length > 0) throw inUse(agents);
    await models.remove(modelId);
    return { result: model, events: [{ type: 'model_deleted', model_id: modelId }] };
  });
}

/** Keeps how a test went, unless the model was removed meanwhile. What was seen of images counts from now on. */
export async function recordTest(modelId: string, test: ModelTest, context: ModelContext): Promise<void> {
  await announceChange(context, async (transaction) => {
    const models = createModelRepository(transaction);
    const before = await models.find(modelId);
    if (before === undefined) return { result: undefined, events: [] };
    const model = {
      ...before,
      last_test: test,
      accepts_images: test.accepts_images ?? before.accepts_images,
    };
    await models.save(model);
    return { result: undefined, events: [{ type: 'model', model: modelView(model) }] };
  });
}

export async function requireModel(database: Database, modelId: string): Promise<StoredModel> {
  const model = await createModelRepository(database).find(modelId);
  if (model === undefined) throw new ProblemError('not_found', 'This model does not exist.');
  return model;
}

function save(
  context: ModelContext,
  compose: (transaction: Database) => Promise<StoredModel>,
): Promise<Model> {
  return announceChange(context, async (transaction) => {
    const stored = await compose(transaction);
    const models = createModelRepository(transaction);
    requireFreeName(stored, await models.list());
    await models.save(stored);
    const model = modelView(stored);
    return { result: model, events: [{ type: 'model', model }] };
  });
}

/** What was found out about another model or server says nothing about the new one. */
function patched(before: StoredModel, patch: z.output<typeof modelPatchSchema>): StoredModel {
  const { name, provider_model, base_url, accepts_images } = patch;
  const address = typeof base_url === 'string' ? tidyAddress(base_url) : base_url;
  const model = {
    ...before,
    name: name ?? before.name,
    provider_model: provider_model ?? before.provider_model,
    base_url: address === undefined ? before.base_url : address,
  };
  const isOther = model.provider_model !== before.provider_model || model.base_url !== before.base_url;
  const known = isOther ? null : before.accepts_images;
  return {
    ...model,
    accepts_images: accepts_images === undefined ? known : accepts_images,
    last_test: isOther || patch.api_key !== undefined ? null : before.last_test,
  };
}

async function sealed(apiKey: string | null, modelId: string, context: ModelContext): Promise<string | null> {
  return apiKey === null ? null : createKeyBox(context).seal(apiKey, modelId);
}

function requireAddress({ provider, base_url }: StoredModel): void {
  const fault = addressFault(provider, base_url);
  if (fault !== undefined) throw refusal('base_url', fault);
}

/** Otherwise whoever may change settings could have a saved key sent to a server of theirs. */
function requireSameReceiver(before: StoredModel, after: StoredModel): void {
  if (before.sealedApiKey === null || originOf(before) === originOf(after)) return;
  throw refusal(
    'api_key',
    'Enter the key again, or remove it: a saved key is not sent to another server than it was given for.',
  );
}

const originOf = ({ base_url }: StoredModel) => (base_url === null ? null : new URL(base_url).origin);

function requireFreeName({ model_id, name }: StoredModel, others: readonly StoredModel[]): void {
  const taken = others.some(
    (other) => other.model_id !== model_id && other.name.toLowerCase() === name.toLowerCase(),
  );
  if (!taken) return;
  const message = `Another model is called “${name}” already. Choose another name.`;
  throw new ProblemError('conflict', message, { errors: [{ path: 'name', message }] });
}

const refusal = (path: string, message: string) =>
  new ProblemError('invalid_request', message, { errors: [{ path, message }] });

function inUse(agents: readonly string[]): ProblemError {
  const names = agents.map((name) => `“${name}”`).join(', ');
  return new ProblemError(
    'model_in_use',
    `${agents.length === 1 ? 'The agent' : 'The agents'} ${names} ${agents.length === 1 ? 'uses' : 'use'} this model. Give them another model first, or delete them.`,
  );
}
