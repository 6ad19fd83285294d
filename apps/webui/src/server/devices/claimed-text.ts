const defaultMaxCharacters = 80;

/**
 * What a device says of itself, as it may be shown: one line, no invisible or direction-changing characters, bounded.
 * It can come out empty.
 */
export function claimedText(claim: string, maxCharacters = defaultMaxCharacters): string {
  const line = claim
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, maxCharacters).join('').trim();
}
