import type { ComputerToolCall } from './computer-tools.ts';

type Point = { readonly x: number; readonly y: number };

/** A shape in image pixels. */
export type MarkShape =
  | { readonly kind: 'ring'; readonly center: Point; readonly radius: number }
  | { readonly kind: 'dot'; readonly center: Point; readonly radius: number }
  | { readonly kind: 'stroke'; readonly path: string };

/**
 * What is drawn on the image that a call referred to; nothing for calls without a point. `unit` is the radius of a
 * plain click in image pixels, so that marks look alike at every drawn size.
 */
export function markShapes(call: ComputerToolCall, unit: number): readonly MarkShape[] {
  switch (call.tool) {
    case 'computer_click': {
      const center = centerOf(call.arguments.point);
      const rings = [unit, unit * 1.6, unit * 2.2].slice(0, call.arguments.count ?? 1);
      return [dot(center, unit), ...rings.map((radius) => ({ kind: 'ring' as const, center, radius }))];
    }
    case 'computer_move':
      return [dot(centerOf(call.arguments.point), unit), cross(centerOf(call.arguments.point), unit)];
    case 'computer_drag': {
      const start = centerOf(call.arguments.start);
      const end = centerOf(call.arguments.end);
      return [dot(start, unit * 1.5), { kind: 'stroke', path: arrow(start, end, unit) }];
    }
    case 'computer_scroll': {
      const center = centerOf(call.arguments.point);
      const tip = along(center, { x: call.arguments.delta_x, y: call.arguments.delta_y }, unit * 3);
      return [
        { kind: 'ring', center, radius: unit * 0.6 },
        { kind: 'stroke', path: arrow(center, tip, unit) },
      ];
    }
    case 'computer_zoom': {
      const { x, y, width, height } = call.arguments.region;
      return [{ kind: 'stroke', path: `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z` }];
    }
    case 'computer_describe':
    case 'computer_observe':
    case 'computer_type_text':
    case 'computer_press_keys':
      return [];
  }
}

/** The observation that a call pointed at; `null` for calls that refer to none. */
export function referenceOf(call: ComputerToolCall): string | null {
  return 'observation_id' in call.arguments ? call.arguments.observation_id : null;
}

/** A mark stands on the middle of its pixel. */
function centerOf(point: Point): Point {
  return { x: point.x + 0.5, y: point.y + 0.5 };
}

function dot(center: Point, unit: number): MarkShape {
  return { kind: 'dot', center, radius: unit * 0.22 };
}

function cross({ x, y }: Point, unit: number): MarkShape {
  const inner = unit * 0.45;
  return {
    kind: 'stroke',
    path: [
      `M${n(x - unit)} ${n(y)}H${n(x - inner)}M${n(x + inner)} ${n(y)}H${n(x + unit)}`,
      `M${n(x)} ${n(y - unit)}V${n(y - inner)}M${n(x)} ${n(y + inner)}V${n(y + unit)}`,
    ].join(''),
  };
}

/** A line with an open head. A line without length has no direction and gets no head. */
function arrow(from: Point, to: Point, unit: number): string {
  const line = `M${n(from.x)} ${n(from.y)}L${n(to.x)} ${n(to.y)}`;
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return line;
  const back = Math.atan2(from.y - to.y, from.x - to.x);
  const side = (angle: number) =>
    `${n(to.x + Math.cos(back + angle) * unit)} ${n(to.y + Math.sin(back + angle) * unit)}`;
  return `${line}M${side(0.5)}L${n(to.x)} ${n(to.y)}L${side(-0.5)}`;
}

function along(from: Point, direction: Point, length: number): Point {
  const size = Math.hypot(direction.x, direction.y);
  if (size === 0) return from;
  return { x: from.x + (direction.x / size) * length, y: from.y + (direction.y / size) * length };
}

function n(value: number): string {
  return String(Math.round(value * 100) / 100);
}
