/** What could mean something in Markdown: marks within text, and lines that begin or are a block of their own. */
const marks = /[*_`#[\]<>|~\\&@]|:\/\/|www\.| {2}\n/;
const blocks = /^(?: {4}|\t| {0,3}(?:[-+]|\d+[.)])(?:\s|$)| {0,3}(?:=+|-+)\s*$)/m;

/**
 * The paragraphs of an answer that is plain sentences; `null` where it may be Markdown. Such an answer is drawn without
 * loading what draws Markdown, and looks the same.
 */
export function plainParagraphs(text: string): readonly string[] | null {
  if (marks.test(text) || blocks.test(text)) return null;
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}
