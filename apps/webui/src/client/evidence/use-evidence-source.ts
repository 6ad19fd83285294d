import { useEffect, useState } from 'react';
import { useApp } from '../app-context.tsx';
import { useLiveStatus } from '../live-events/use-live-status.ts';
import { attachmentUrl, type ObservationResult } from './observation.ts';

/** Where an image comes from, or why there is none. */
export type EvidenceSource =
  | { readonly url: string; readonly missing: null; readonly onError: () => void }
  | { readonly url: null; readonly missing: string };

const expired = 'This image has expired.';
const failed = 'The image could not be loaded.';
const offline = 'The image is loaded once the connection is back.';
const notStored = 'The image could not be stored.';
/** Longer timers overflow; an image that lives longer than a day is looked at again then. */
const longestTimerMs = 24 * 60 * 60 * 1000;

/** Images expire, also while they are shown; an image element does not say why it failed, so the address is asked. */
export function useEvidenceSource(threadId: string, observation: ObservationResult): EvidenceSource {
  const url = attachmentUrl(threadId, observation);
  const isExpired = useIsPast(observation.attachment?.expires_at ?? null);
  const isOffline = useLiveStatus() === 'offline';
  const [failure, setFailure] = useState<string | null>(null);
  if (url === null) return { url: null, missing: notStored };
  if (isExpired) return { url: null, missing: expired };
  // What failed for want of a connection is tried again when there is one.
  if (failure === offline && !isOffline) setFailure(null);
  if (failure !== null) return { url: null, missing: failure };
  const onError = () => {
    fetch(url, { credentials: 'same-origin' }).then(
      (response) => setFailure(response.status === 410 ? expired : failed),
      () => setFailure(isOffline ? offline : failed),
    );
  };
  return { url, missing: null, onError };
}

/** Becomes true at that moment, by itself. */
function useIsPast(timestamp: string | null): boolean {
  const { now } = useApp();
  const [seenMs, setSeenMs] = useState(now);
  const atMs = timestamp === null ? Number.POSITIVE_INFINITY : Date.parse(timestamp);
  useEffect(() => {
    if (atMs <= seenMs || !Number.isFinite(atMs)) return;
    const timer = setTimeout(() => setSeenMs(now()), Math.min(longestTimerMs, atMs - now() + 1));
    return () => clearTimeout(timer);
  }, [atMs, seenMs, now]);
  return atMs <= seenMs;
}
