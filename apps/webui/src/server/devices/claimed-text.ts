const defaultMaxCharacters = 80;

/**
 * What a device says of itself, as it may be shown: one line, no invisible or direction-changing characters, bounded.
 * It can come out empty.
 */
export function claimedText(claim: string, maxCharacters = defaultMaxCharacters): string {
  // A claim can be 16 MiB long; what is invisible at its start may cost it its end.
  const line = claim
    .slice(0, maxCharacters * 8)
    .normalize('NFC')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
  return Array.from(line).slice(0, maxCharacters).join('').trim();
}
