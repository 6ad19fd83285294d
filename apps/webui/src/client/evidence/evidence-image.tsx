import { ImageOff } from 'lucide-react';
import type { CSSProperties } from 'react';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { formatDateTime } from '../time/format-time.ts';
import { Marks } from './marks.tsx';
import type { ObservationResult } from './observation.ts';
import type { EvidenceSource } from './use-evidence-source.ts';
import './evidence.css';

type EvidenceImageProps = {
  readonly source: EvidenceSource;
  readonly observation: ObservationResult;
  readonly marks: readonly ComputerToolCall[];
  /** In CSS pixels. The height follows, so nothing moves when the image arrives. */
  readonly drawnWidth: number;
  readonly isLazy?: boolean;
  /** May be wider than what it stands in, which then scrolls. */
  readonly isUnbounded?: boolean;
  /** Neither what was done nor where the pointer was. */
  readonly isBare?: boolean;
};

/** A screenshot with its marks, or a placeholder of the same size that says why there is none. */
export function EvidenceImage({ source, observation, marks, drawnWidth, ...props }: EvidenceImageProps) {
  const { width, height } = observation;
  const style: CSSProperties = {
    width: drawnWidth,
    ...(props.isUnbounded !== true && { maxWidth: '100%' }),
    aspectRatio: `${width} / ${height}`,
  };
  if (source.missing !== null) {
    return (
      <span className="image-missing" style={style}>
        <ImageOff size={16} aria-hidden="true" />
        {source.missing}
      </span>
    );
  }
  return (
    <span className="marked-image" style={style}>
      <img
        src={source.url}
        width={width}
        height={height}
        alt={`Desktop as captured ${formatDateTime(observation.captured_at)}`}
        loading={props.isLazy === false ? 'eager' : 'lazy'}
        decoding="async"
        draggable={false}
        onError={source.onError}
      />
      {props.isBare !== true && (
        <Marks image={observation} calls={marks} pointer={observation.pointer} drawnWidth={drawnWidth} />
      )}
    </span>
  );
}
