import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Randomness } from '../randomness.ts';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;
const version = 'v1';

/** Sealed with another key, for another owner, or changed since. */
export class SealBrokenError extends Error {
  override readonly name = 'SealBrokenError';
}

type Sealing = {
  /** 32 bytes. */
  readonly key: Uint8Array;
  /** Whose secret it is: a sealed text that is moved to another row does not open there. */
  readonly ownerId: string;
};

/** `v1.<nonce>.<ciphertext and tag>`, both base64url. */
export function sealSecret(secret: string, { key, ownerId }: Sealing, random: Randomness): string {
  const nonce = random.bytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(boundTo(ownerId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return [version, Buffer.from(nonce).toString('base64url'), sealed.toString('base64url')].join('.');
}

export function openSecret(sealed: string, { key, ownerId }: Sealing): string {
  const [form, nonceText = '', sealedText = ''] = sealed.split('.');
  const nonce = Buffer.from(nonceText, 'base64url');
  const bytes = Buffer.from(sealedText, 'base64url');
  if (form !== version || nonce.length !== nonceBytes || bytes.length < tagBytes) throw new SealBrokenError();
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(boundTo(ownerId));
  decipher.setAuthTag(bytes.subarray(bytes.length - tagBytes));
  try {
    const start = decipher.update(bytes.subarray(0, bytes.length - tagBytes));
    return Buffer.concat([start, decipher.final()]).toString('utf8');
  } catch (error) {
    throw new SealBrokenError('The secret does not open.', { cause: error });
  }
}

const boundTo = (ownerId: string) => Buffer.from(`harness-ui ${version} api key of ${ownerId}`, 'utf8');
