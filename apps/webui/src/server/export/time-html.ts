import { markup, type SafeHtml } from './safe-html.ts';

/** `2026-05-04 10:20:30 UTC`: no script runs in an export that could know the reader's own time. */
export function timeHtml(timestamp: string): SafeHtml {
  return markup`<time datetime="${timestamp}">${timestamp.slice(0, 19).replace('T', ' ')} UTC</time>`;
}
