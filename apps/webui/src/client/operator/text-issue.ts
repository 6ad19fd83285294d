/** What a device takes at once, in bytes of UTF-8. */
const mostBytes = 16_384;

/** Why a device would refuse to type this; `null` when it would not. */
export function textIssue(text: string): string | null {
  const { length } = new TextEncoder().encode(text);
  if (length <= mostBytes) return null;
  const tooMany = length - mostBytes;
  const words = `${tooMany.toLocaleString('en')} ${tooMany === 1 ? 'byte' : 'bytes'}`;
  return `Too long by ${words}: a device types 16,384 at once. Split it.`;
}
