const minuteMs = 60_000;

/** `84 ms`, `1.2 s`, `2 min 5 s`. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1000) return `${durationMs} ms`;
  if (durationMs < minuteMs) return `${(Math.floor(durationMs / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(durationMs / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
