/** Markup that needs no escaping. Only `markup` makes it, and `trusted` of what another escaping library made. */
export class SafeHtml {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | SafeHtml | readonly SafeHtml[] | null;

/** A template whose values are escaped; `null` is nothing. */
export function markup(fixed: TemplateStringsArray, ...values: readonly Part[]): SafeHtml {
  return new SafeHtml(fixed.reduce((text, next, index) => text + textOf(values[index - 1] ?? null) + next));
}

export const trusted = (markup: string): SafeHtml => new SafeHtml(markup);

function textOf(part: Part): string {
  if (part === null) return '';
  if (part instanceof SafeHtml) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return part.map(({ text }) => text).join('');
}

const entities = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
]);

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? character);
}
