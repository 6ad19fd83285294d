import * as z from 'zod';

/** How long the provider asks to wait, in milliseconds; `null` when it does not say. */
export function retryAfterMs(headers: Readonly<Record<string, string>>, error: unknown): number | null {
  return fromMilliseconds(headers) ?? fromHeader(headers) ?? fromGoogle(error);
}

function fromMilliseconds(headers: Readonly<Record<string, string>>): number | null {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  return Number.isFinite(milliseconds) && milliseconds >= 0 ? Math.ceil(milliseconds) : null;
}

/** Seconds, or a date: then by the clock of the server that set it. */
function fromHeader(headers: Readonly<Record<string, string>>): number | null {
  const value = headers['retry-after'];
  if (value === undefined) return null;
  if (/^\d+(\.\d+)?$/.test(value.trim())) return Math.ceil(Number(value) * 1000);
  const wait = Date.parse(value) - Date.parse(headers['date'] ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

const retryInfo = z.object({ retryDelay: z.string().regex(/^\d+(\.\d+)?s$/) });
const inDetails = z.object({ details: z.array(z.unknown()) });
const googleError = z.object({
  data: z.union([inDetails, z.object({ error: inDetails }).transform(({ error }) => error)]),
});

/** Google says it in the body: `{"@type": "…RetryInfo", "retryDelay": "34s"}`. */
function fromGoogle(error: unknown): number | null {
  const parsed = googleError.safeParse(error);
  if (!parsed.success) return null;
  for (const detail of parsed.data.data.details) {
    const info = retryInfo.safeParse(detail);
    if (info.success) return Math.ceil(Number.parseFloat(info.data.retryDelay) * 1000);
  }
  return null;
}
