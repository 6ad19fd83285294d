/** Lower-case hex digits of the SHA-256 of bytes; handed in, as this package has no cryptography. */
export type Sha256 = (bytes: Uint8Array) => string;

export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
