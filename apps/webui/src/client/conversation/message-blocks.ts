/** From here on a text is drawn block by block, so that what is finished is not read again with each new word. */
export const shortText = 4000;
/** What is longer would hold the page up while it is formatted. */
export const longestFormatted = 100_000;
export const longestBlock = 20_000;

const fence = /^\s*(`{3,}|~{3,})(.*)$/;

/**
 * The top-level blocks of a Markdown text: it is cut after blank lines, but neither within a code fence nor before what
 * is indented and so goes on with the list above. Joined they are the text.
 */
export function messageBlocks(text: string): readonly string[] {
  if (text.length <= shortText) return [text];
  const blocks: string[] = [];
  let open: string | null = null;
  let isAfterBlank = false;
  let start = 0;
  for (const [at, line] of linesOf(text)) {
    const isBlank = line.trim() === '';
    if (open === null && isAfterBlank && !isBlank && !/^\s/.test(line)) {
      blocks.push(text.slice(start, at));
      start = at;
    }
    open = fenceAfter(open, line);
    isAfterBlank = isBlank;
  }
  blocks.push(text.slice(start));
  return blocks;
}

function* linesOf(text: string): Generator<readonly [number, string]> {
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    const next = end === -1 ? text.length : end + 1;
    yield [at, text.slice(at, end === -1 ? next : end)];
    at = next;
  }
}

/** The marks that opened the fence which is open after this line. */
function fenceAfter(open: string | null, line: string): string | null {
  const [, marks = '', rest = ''] = fence.exec(line) ?? [];
  if (marks === '') return open;
  if (open === null) return marks.startsWith('`') && rest.includes('`') ? null : marks;
  return marks.startsWith(open) && rest.trim() === '' ? null : open;
}

const pieceLength = 8000;

/** Pieces of a plain text that end with a line: only the last of them is laid out anew while the text grows. */
export function plainPieces(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > pieceLength) {
    const end = text.indexOf('\n', start + pieceLength);
    if (end === -1) break;
    pieces.push(text.slice(start, end + 1));
    start = end + 1;
  }
  return [...pieces, text.slice(start)];
}
