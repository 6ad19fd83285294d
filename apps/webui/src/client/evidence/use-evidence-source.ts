import { useState } from 'react';
import { useNow } from '../time/use-now.ts';
import { attachmentUrl, type ObservationResult } from './observation.ts';

/** Where an image comes from, or why there is none. */
export type EvidenceSource =
  | { readonly url: string; readonly missing: null; readonly onError: () => void }
  | { readonly url: null; readonly missing: string };

const expired = 'This image has expired.';
const failed = 'The image could not be loaded.';
const notStored = 'The image could not be stored.';

/** Images expire; an image element does not say why it failed, so the address is asked. */
export function useEvidenceSource(threadId: string, observation: ObservationResult): EvidenceSource {
  const now = useNow(30_000);
  const [failure, setFailure] = useState<string | null>(null);
  const url = attachmentUrl(threadId, observation);
  if (url === null) return { url: null, missing: notStored };
  const expiresAt = observation.attachment?.expires_at;
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now) return { url: null, missing: expired };
  if (failure !== null) return { url: null, missing: failure };
  const onError = () => {
    fetch(url, { credentials: 'same-origin' }).then(
      (response) => setFailure(response.status === 410 ? expired : failed),
      () => setFailure(failed),
    );
  };
  return { url, missing: null, onError };
}
