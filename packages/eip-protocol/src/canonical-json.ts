import { jsonText } from './json-text.ts';

/** Compact JSON with member names sorted by UTF-16 unit at every depth; undefined members are absent. */
export function canonicalJson(value: unknown): string {
  return jsonText(value, (left, right) => (left < right ? -1 : 1));
}
