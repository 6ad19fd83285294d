import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { markShapes, type MarkShape } from '../../shared/mark-geometry.ts';
import type { Point, Size } from './point-mapping.ts';

/** In CSS pixels: small on thumbnails, so that what is under the mark stays visible. */
function markRadius(drawnWidth: number): number {
  return Math.min(11, Math.max(6, drawnWidth / 50));
}

type MarksProps = {
  readonly image: Size;
  readonly calls: readonly ComputerToolCall[];
  /** Where the pointer stood when the image was captured. */
  readonly pointer?: Point | undefined;
  /** How wide the image is drawn, in CSS pixels: marks have the same size at every width. */
  readonly drawnWidth: number;
};

export function Marks({ image, calls, pointer, drawnWidth }: MarksProps) {
  const unit = (markRadius(drawnWidth) * image.width) / Math.max(1, drawnWidth);
  const shapes = calls.flatMap((call) => markShapes(call, unit));
  if (shapes.length === 0 && pointer === undefined) return null;
  return (
    <svg viewBox={`0 0 ${image.width} ${image.height}`} preserveAspectRatio="none" aria-hidden="true">
      {pointer !== undefined && <path className="mark-pointer" d={pointerPath(pointer, unit)} />}
      <g className="mark mark-halo">{shapes.map(drawShape)}</g>
      <g className="mark mark-line">{shapes.map(drawShape)}</g>
    </svg>
  );
}

/** An arrow whose tip is the pointer's own pixel. */
function pointerPath({ x, y }: Point, unit: number): string {
  const corners = [
    [0, 1.5],
    [0.36, 1.16],
    [0.6, 1.68],
    [0.84, 1.57],
    [0.6, 1.06],
    [1.08, 1.06],
  ];
  const lines = corners.map(([dx = 0, dy = 0]) => `L${x + dx * unit} ${y + dy * unit}`);
  return `M${x} ${y}${lines.join('')}Z`;
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
