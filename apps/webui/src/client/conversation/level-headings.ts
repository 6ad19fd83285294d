type Node = { readonly type: string; tagName?: string; readonly children?: readonly Node[] };

const highest = 3;

/**
 * A rehype plugin: headings of a message come below those of the page and skip no level, whatever the model wrote, so
 * that the outline of the page stays one that can be walked.
 */
export function levelHeadings() {
  return (tree: Node): void => {
    const open: number[] = [];
    walk(tree, (heading, depth) => {
      while (depth <= (open.at(-1) ?? 0)) open.pop();
      open.push(depth);
      heading.tagName = `h${Math.min(6, highest + open.length - 1)}`;
    });
  };
}

function walk(node: Node, onHeading: (heading: Node, depth: number) => void): void {
  const depth = /^h([1-6])$/.exec(node.tagName ?? '')?.[1];
  if (depth !== undefined) onHeading(node, Number(depth));
  for (const child of node.children ?? []) walk(child, onHeading);
}
