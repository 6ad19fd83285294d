import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { formatDateTime } from '../time/format-time.ts';
import { useNow } from '../time/use-now.ts';
import { Marks } from './marks.tsx';
import { attachmentUrl, type ObservationResult } from './observation.ts';
import './evidence.css';

type EvidenceImageProps = {
  readonly threadId: string;
  readonly observation: ObservationResult;
  readonly marks: readonly ComputerToolCall[];
  /** In CSS pixels. The height follows, so nothing moves when the image arrives. */
  readonly drawnWidth: number;
  readonly isLazy?: boolean;
  /** May be wider than what it stands in, which then scrolls. */
  readonly isUnbounded?: boolean;
};

/** A screenshot with its marks, or a placeholder of the same size that says why there is none. */
export function EvidenceImage({ threadId, observation, marks, drawnWidth, ...props }: EvidenceImageProps) {
  const missing = useMissingImage(threadId, observation);
  const url = attachmentUrl(threadId, observation);
  const { width, height } = observation;
  const style = {
    width: drawnWidth,
    ...(props.isUnbounded !== true && { maxWidth: '100%' }),
    aspectRatio: `${width} / ${height}`,
  };
  if (url === null || missing.reason !== null) {
    return (
      <span className="image-missing" style={style}>
        <ImageOff size={16} aria-hidden="true" />
        {missing.reason ?? 'The image could not be stored.'}
      </span>
    );
  }
  return (
    <span className="marked-image" style={style}>
      <img
        src={url}
        width={width}
        height={height}
        alt={`Desktop as captured ${formatDateTime(observation.captured_at)}`}
        loading={props.isLazy === false ? 'eager' : 'lazy'}
        decoding="async"
        draggable={false}
        onError={missing.onError}
      />
      <Marks image={observation} calls={marks} drawnWidth={drawnWidth} />
    </span>
  );
}

/** Images expire; an image element does not say why it failed, so the address is asked. */
function useMissingImage(threadId: string, observation: ObservationResult) {
  const now = useNow(30_000);
  const [failure, setFailure] = useState<string | null>(null);
  const url = attachmentUrl(threadId, observation);
  const expiresAt = observation.attachment?.expires_at;
  const isExpired = expiresAt !== undefined && Date.parse(expiresAt) <= now;
  const onError = () => {
    if (url === null) return;
    fetch(url, { credentials: 'same-origin' }).then(
      (response) => setFailure(response.status === 410 ? expired : failed),
      () => setFailure(failed),
    );
  };
  return { reason: isExpired ? expired : failure, onError };
}

const expired = 'This image has expired.';
const failed = 'The image could not be loaded.';
