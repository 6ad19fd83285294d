import type { Selectable } from 'kysely';
import { modelTestSchema, type Model } from '../../shared/models.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';
import type { Schema } from '../database/schema.ts';

/** A model as it is stored: the key only sealed. */
export type StoredModel = Omit<Model, 'api_key_set'> & { readonly sealedApiKey: string | null };

export type ModelRepository = {
  /** By name. */
  list(): Promise<StoredModel[]>;
  find(modelId: string): Promise<StoredModel | undefined>;
  /** Inserts it, or replaces all that can change. */
  save(model: StoredModel): Promise<void>;
  remove(modelId: string): Promise<void>;
  /** Names of the agents that use it. */
  agentsOf(modelId: string): Promise<string[]>;
};

export function createModelRepository(database: Database): ModelRepository {
  const rows = () => database.selectFrom('models').selectAll();
  return {
    async list() {
      return (await rows().orderBy('name').orderBy('model_id').execute()).map(modelOf);
    },
    async find(modelId) {
      const row = await rows().where('model_id', '=', modelId).executeTakeFirst();
      return row === undefined ? undefined : modelOf(row);
    },
    async save(model) {
      const { model_id, created_at, ...changeable } = rowOf(model);
      await database
        .insertInto('models')
        .values({ model_id, created_at, ...changeable })
        .onConflict((conflict) => conflict.column('model_id').doUpdateSet(changeable))
        .execute();
    },
    async remove(modelId) {
      await database.deleteFrom('models').where('model_id', '=', modelId).execute();
    },
    async agentsOf(modelId) {
      const agents = database.selectFrom('agents').select('name').where('model_id', '=', modelId);
      return (await agents.orderBy('name').execute()).map(({ name }) => name);
    },
  };
}

type ModelRow = Selectable<Schema['models']>;

function rowOf({ sealedApiKey, accepts_images, last_test, ...model }: StoredModel): ModelRow {
  return {
    ...model,
    api_key_sealed: sealedApiKey,
    accepts_images: accepts_images === null ? null : Number(accepts_images),
    last_test_json: last_test === null ? null : JSON.stringify(last_test),
  };
}

function modelOf({ api_key_sealed, accepts_images, last_test_json, ...row }: ModelRow): StoredModel {
  return {
    ...row,
    sealedApiKey: api_key_sealed,
    accepts_images: accepts_images === null ? null : accepts_images === 1,
    last_test: last_test_json === null ? null : parseJson(modelTestSchema, last_test_json),
  };
}
