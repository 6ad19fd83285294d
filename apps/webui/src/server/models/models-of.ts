import type { CoreContext } from '../core-context.ts';
import { createKeyBox } from './key-box.ts';
import type { UsableModel } from './model-adapter.ts';
import { createModelRepository, type StoredModel } from './model-repository.ts';

export type Models = {
  /** With its key opened; refuses with `model_key_unreadable` when it does not open. */
  find(modelId: string): Promise<UsableModel | undefined>;
};

export function modelsOf(core: Pick<CoreContext, 'config' | 'database' | 'random'>): Models {
  const keys = createKeyBox(core);
  return {
    async find(modelId) {
      const stored = await createModelRepository(core.database).find(modelId);
      if (stored === undefined) return undefined;
      const { sealedApiKey } = stored;
      return usableModel(stored, sealedApiKey === null ? null : await keys.open(sealedApiKey, modelId));
    },
  };
}

function usableModel(stored: StoredModel, apiKey: string | null): UsableModel {
  const { model_id, name, provider, provider_model, base_url, accepts_images } = stored;
  const revealApiKey = () => apiKey;
  return { model_id, name, provider, provider_model, base_url, accepts_images, revealApiKey };
}
