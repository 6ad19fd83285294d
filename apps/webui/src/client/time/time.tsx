import { formatAgo, formatClock, formatDateTime, formatFull } from './format-time.ts';
import { useNow } from './use-now.ts';

/** A moment in the local time zone; the title holds date and zone. */
export function Time({ value, format }: { readonly value: string; readonly format: 'clock' | 'date-time' }) {
  return (
    <time dateTime={value} title={formatFull(value)}>
      {format === 'clock' ? formatClock(value) : formatDateTime(value)}
    </time>
  );
}

/** `4 min ago`, kept up to date. */
export function Ago({ value }: { readonly value: string }) {
  const now = useNow(15_000);
  return (
    <time dateTime={value} title={formatFull(value)}>
      {formatAgo(value, now)}
    </time>
  );
}
