import { useEffect, useRef } from 'react';
import type { Transcript } from '../../shared/threads.ts';
import { announcementOf } from './announcement.ts';

/** Says politely what is new since the page was opened; the transcript itself stays silent. */
export function TranscriptAnnouncer({ transcript }: { readonly transcript: Transcript }) {
  const region = useRef<HTMLDivElement>(null);
  const known = useRef(transcript);
  useEffect(() => {
    const words = announcementOf(known.current, transcript);
    known.current = transcript;
    if (words !== null && region.current !== null) region.current.textContent = words;
  }, [transcript]);
  return <div ref={region} className="visually-hidden" role="status" aria-label="News of the run" />;
}
