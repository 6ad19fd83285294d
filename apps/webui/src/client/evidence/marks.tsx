import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { markShapes, type MarkShape } from '../../shared/mark-geometry.ts';
import type { Size } from './point-mapping.ts';

/** In CSS pixels: small on thumbnails, so that what is under the mark stays visible. */
function markRadius(drawnWidth: number): number {
  return Math.min(11, Math.max(6, drawnWidth / 50));
}

type MarksProps = {
  readonly image: Size;
  readonly calls: readonly ComputerToolCall[];
  /** How wide the image is drawn, in CSS pixels: marks have the same size at every width. */
  readonly drawnWidth: number;
};

export function Marks({ image, calls, drawnWidth }: MarksProps) {
  const unit = (markRadius(drawnWidth) * image.width) / Math.max(1, drawnWidth);
  const shapes = calls.flatMap((call) => markShapes(call, unit));
  if (shapes.length === 0) return null;
  return (
    <svg viewBox={`0 0 ${image.width} ${image.height}`} preserveAspectRatio="none" aria-hidden="true">
      <g className="mark mark-halo">{shapes.map(drawShape)}</g>
      <g className="mark mark-line">{shapes.map(drawShape)}</g>
    </svg>
  );
}

function drawShape(shape: MarkShape, index: number) {
  switch (shape.kind) {
    case 'stroke':
      return <path key={index} d={shape.path} />;
    case 'ring':
      return <circle key={index} cx={shape.center.x} cy={shape.center.y} r={shape.radius} />;
    case 'dot':
      return <circle key={index} cx={shape.center.x} cy={shape.center.y} r={shape.radius} data-filled />;
  }
}
