import type { Transcript } from '../../shared/threads.ts';
import { exportStyle } from './export-style.ts';
import { markup, trusted, type SafeHtml } from './safe-html.ts';
import { timeHtml } from './time-html.ts';

/** Everything is in the file: it fetches nothing and runs nothing, wherever it is opened. */
const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function documentHeadHtml({ thread, runs, calls }: Transcript, now: Date): SafeHtml {
  return markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="referrer" content="no-referrer" />
        <title>${thread.title}</title>
        <style>${trusted(exportStyle)}</style>
      </head>
      <body>
        <main>
          <header class="document">
            <h1>${thread.title}</h1>
            <p class="facts">
              ${rangeHtml(runs)}${count(runs.length, 'run')} · ${count(calls.length, 'action')} · exported ${timeHtml(now.toISOString())}
            </p>
            <p class="evidence">
              The screenshots are evidence of what the desktop showed at the time that each one names, not a
              live view. An action that was executed was accepted by the system; what the application made of
              it is seen only on a later screenshot. Names and texts on the desktop are the device’s own
              claims. Times are those of the server and of the device.
            </p>
          </header>
          ${runs.length === 0 ? markup`<p class="notice">Nothing has happened in this conversation yet.</p>` : null}`;
}

function rangeHtml(runs: Transcript['runs']): SafeHtml | null {
  const first = runs[0]?.started_at;
  if (first === undefined) return null;
  const last = runs
    .map(({ ended_at, started_at }) => ended_at ?? started_at)
    .reduce((a, b) => (a > b ? a : b));
  return markup`${timeHtml(first)} – ${timeHtml(last)} · `;
}

const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

export function documentFootHtml(): SafeHtml {
  return markup`</main>
</body>
</html>
`;
}
