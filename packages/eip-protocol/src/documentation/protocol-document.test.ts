import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

import { slugOf } from './markdown.ts';
import { protocolDocument } from './protocol-document.ts';

const folder = new URL('./chapters/', import.meta.url);

const documentText = protocolDocument({
  chapters: readdirSync(folder)
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
});

describe('docs/protocol.md', () => {
  it('is what the code says', async () => {
    await expect(documentText).toMatchFileSnapshot('../../../../docs/protocol.md');
  });

  it('has a target for each of its links, and no anchor twice', () => {
    const prose = documentText.replaceAll(/^```[\s\S]*?^```$/gm, '');
    const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => slugOf(title));
    const anchors = [...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
    const links = [...prose.matchAll(/\]\(#([^)]+)\)/g)].map(([, target = '']) => target);
    const targets = new Set([...headings, ...anchors]);
    expect(links.filter((link) => !targets.has(link))).toStrictEqual([]);
    const ambiguous = links.filter((link) => headings.indexOf(link) !== headings.lastIndexOf(link));
    expect(ambiguous).toStrictEqual([]);
    expect(new Set(anchors).size).toBe(anchors.length);
  });
});
