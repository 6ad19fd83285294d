const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

export function formatClock(timestamp: string): string {
  return clock.format(new Date(timestamp));
}

/** With date, seconds and time zone: the title of every shorter form. */
export function formatFull(timestamp: string): string {
  return full.format(new Date(timestamp));
}

export function formatDateTime(timestamp: string): string {
  const date = new Date(timestamp);
  return `${day.format(date)}, ${clock.format(date)}`;
}

/** `just now`, `4 min ago`, `3 h ago`, `2 days ago`, then the date. A clock that is a little ahead is `just now`. */
export function formatAgo(timestamp: string, nowMs: number): string {
  const agoMs = nowMs - Date.parse(timestamp);
  if (agoMs < minuteMs) return 'just now';
  if (agoMs < hourMs) return `${Math.floor(agoMs / minuteMs)} min ago`;
  if (agoMs < dayMs) return `${Math.floor(agoMs / hourMs)} h ago`;
  const days = Math.floor(agoMs / dayMs);
  if (days === 1) return 'yesterday';
  return days < 7 ? `${days} days ago` : day.format(new Date(timestamp));
}

/** `9 min left`, `40 s left`, `expired`. */
export function formatLeft(timestamp: string, nowMs: number): string {
  const leftMs = Date.parse(timestamp) - nowMs;
  if (leftMs <= 0) return 'expired';
  return leftMs < minuteMs
    ? `${Math.ceil(leftMs / 1000)} s left`
    : `${Math.ceil(leftMs / minuteMs)} min left`;
}
