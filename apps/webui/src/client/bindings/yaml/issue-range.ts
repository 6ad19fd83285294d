import { isCollection, isMap, isNode, isScalar, type Document, type Node, type Pair } from 'yaml';

export type Path = readonly (string | number)[];
export type TextRange = { readonly from: number; readonly to: number };

/**
 * Where a value of the document is written: a scalar as a whole, the first line of anything longer. What is missing is
 * shown where it belongs. `of` is `key` when the name itself is wrong and not what it holds.
 */
export function rangeOf(document: Document, path: Path, of: 'key' | 'value' = 'value'): TextRange {
  let found: Node | null = document.contents;
  let pair: Pair | null = null;
  for (const [depth, name] of path.entries()) {
    const next = stepInto(found, name);
    if (next === null) break;
    ({ node: found, pair } = next);
    const isLast = depth === path.length - 1;
    if (isLast && of === 'value' && isScalar(found)) return spanOf(found);
  }
  return isNode(pair?.key) ? spanOf(pair.key) : spanOf(found);
}

function stepInto(
  node: Node | null,
  name: string | number,
): { readonly node: Node | null; readonly pair: Pair | null } | null {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(name));
    return pair === undefined ? null : { node: isNode(pair.value) ? pair.value : null, pair };
  }
  if (!isCollection(node)) return null;
  const item = node.items[Number(name)];
  return isNode(item) ? { node: item, pair: null } : null;
}

function spanOf(node: Node | null): TextRange {
  const [from = 0, to = from] = node?.range ?? [];
  if (!isCollection(node)) return { from, to };
  const [first] = node.items;
  if (isNode(first)) return { from, to: spanOf(first).to };
  const key = isMap(node) ? node.items[0]?.key : undefined;
  return isNode(key) ? { from, to: spanOf(key).to } : { from, to };
}
