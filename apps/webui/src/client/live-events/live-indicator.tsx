import { Status } from '../design/states.tsx';
import { useLiveStatus } from './use-live-status.ts';

const words = {
  connecting: { tone: 'neutral', label: 'Connecting…' },
  live: { tone: 'good', label: 'Live' },
  offline: { tone: 'warn', label: 'Reconnecting…' },
} as const;

/** Whether this page hears of changes as they happen. */
export function LiveIndicator() {
  const { tone, label } = words[useLiveStatus()];
  return <Status tone={tone}>{label}</Status>;
}
