import { join } from 'node:path';
import type { CoreContext } from '../core-context.ts';
import { ProblemError } from '../http/problem-error.ts';
import { KeyFileError, readKeyFile } from './key-file.ts';
import { openSecret, SealBrokenError, sealSecret } from './sealed-secret.ts';

/** Seals the keys of models for the database. Both refuse with `model_key_unreadable` and what to do. */
export type KeyBox = {
  seal(apiKey: string, modelId: string): Promise<string>;
  open(sealed: string, modelId: string): Promise<string>;
};

/** Reads the key file at each use, so that a mended file needs no restart. */
export function createKeyBox({ config, random }: Pick<CoreContext, 'config' | 'random'>): KeyBox {
  const path = join(config.dataDir, 'model-keys.key');
  const read = async () => {
    try {
      return await readKeyFile(path, random);
    } catch (error) {
      if (!(error instanceof KeyFileError)) throw error;
      throw new ProblemError('model_key_unreadable', error.message, { cause: error });
    }
  };
  return {
    async seal(apiKey, modelId) {
      return sealSecret(apiKey, { key: await read(), ownerId: modelId }, random);
    },
    async open(sealed, modelId) {
      const key = await read();
      try {
        return openSecret(sealed, { key, ownerId: modelId });
      } catch (error) {
        if (!(error instanceof SealBrokenError)) throw error;
        throw new ProblemError(
          'model_key_unreadable',
          `The key of this model was sealed with another key file than ${path}. Enter it again in Settings → Models.`,
          { cause: error },
        );
      }
    },
  };
}
