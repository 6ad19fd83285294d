type NameOrder = (left: string, right: string) => number;

/**
 * Compact JSON of plain data, integers of any size as plain digits, undefined members absent. Members come in the
 * order given, or in their own. Throws TypeError for what JSON cannot say: a function, a symbol, NaN or an infinity.
 */
export function jsonText(value: unknown, order?: NameOrder): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return leafText(value);
  if (Array.isArray(value)) return `[${value.map((item: unknown) => jsonText(item, order)).join(',')}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (order) members.sort(([left], [right]) => order(left, right));
  const texts = members.map(([name, member]) => `${JSON.stringify(name)}:${jsonText(member, order)}`);
  return `{${texts.join(',')}}`;
}

function leafText(value: unknown): string {
  const sayable = typeof value === 'number' ? Number.isFinite(value) : isLeaf(value);
  if (!sayable) throw new TypeError('JSON cannot say this value.');
  return JSON.stringify(value);
}

function isLeaf(value: unknown): boolean {
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}
