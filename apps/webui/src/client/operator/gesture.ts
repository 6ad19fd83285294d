import type { ComputerToolCall, ComputerToolName } from '../../shared/computer-tools.ts';
import type { Point } from '../evidence/point-mapping.ts';

export type GestureMode = 'click' | 'move' | 'drag' | 'scroll' | 'zoom';
export type Modifier = 'control' | 'shift' | 'alt' | 'meta';
type ScrollDirection = 'up' | 'down' | 'left' | 'right';

/** What a press on the image does. */
export type Gesture = {
  readonly mode: GestureMode;
  readonly button: 'left' | 'right' | 'middle' | 'back' | 'forward';
  readonly count: '1' | '2' | '3';
  readonly durationMs: number;
  readonly direction: ScrollDirection;
  readonly amount: number;
  readonly unit: 'pixels' | 'steps';
  /** Held with each gesture until they are switched off. */
  readonly modifiers: readonly Modifier[];
};

export const firstGesture: Gesture = {
  mode: 'click',
  button: 'left',
  count: '1',
  durationMs: 500,
  direction: 'down',
  amount: 3,
  unit: 'steps',
  modifiers: [],
};

const tools = {
  click: 'computer_click',
  move: 'computer_move',
  drag: 'computer_drag',
  scroll: 'computer_scroll',
  zoom: 'computer_zoom',
} as const satisfies Record<GestureMode, ComputerToolName>;

const allModes = ['click', 'move', 'drag', 'scroll', 'zoom'] as const;

/** The modes whose tools are offered, in their order. */
export function offeredModes(offered: readonly string[]): readonly GestureMode[] {
  return allModes.filter((mode) => offered.includes(tools[mode]));
}

/** The mode that counts: the chosen one while it is offered. */
export function currentMode(gesture: Gesture, modes: readonly GestureMode[]): GestureMode | null {
  return modes.includes(gesture.mode) ? gesture.mode : (modes[0] ?? null);
}

/** How far one scroll may go, by unit. */
export const scrollLimits = { pixels: 10_000, steps: 100 } as const;

/** A desktop that names no unit scrolls in pixels. A unit it does not know is never sent. */
export function scrollUnits(units: readonly Gesture['unit'][]): readonly Gesture['unit'][] {
  return units.length === 0 ? ['pixels'] : units;
}

/** True if the device takes the additions: modifiers, further buttons, a third click, a held chord and a closer look. */
export function takesAdditions(offered: readonly string[]): boolean {
  return offered.includes(tools.zoom);
}

/** What is left of a gesture on a device that takes no additions. */
export function withoutAdditions(gesture: Gesture): Gesture {
  const isPlain = gesture.button !== 'back' && gesture.button !== 'forward';
  return {
    ...gesture,
    button: isPlain ? gesture.button : 'left',
    count: gesture.count === '3' ? '2' : gesture.count,
    modifiers: [],
  };
}

/** The modifier keys that the person holds down. */
export function heldModifiers(keys: {
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  readonly metaKey: boolean;
}): readonly Modifier[] {
  return [
    ...(keys.ctrlKey ? ['control' as const] : []),
    ...(keys.shiftKey ? ['shift' as const] : []),
    ...(keys.altKey ? ['alt' as const] : []),
    ...(keys.metaKey ? ['meta' as const] : []),
  ];
}

export type Region = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** The rectangle between two corners, both included. */
export function regionBetween(start: Point, end: Point): Region {
  return {
    x: Math.min(start.x, end.x),
    y: Math.min(start.y, end.y),
    width: Math.abs(end.x - start.x) + 1,
    height: Math.abs(end.y - start.y) + 1,
  };
}

const smallestSide = 8;

/** False for what is a slip of the finger rather than a rectangle. */
export function isRegion({ width, height }: Region): boolean {
  return width >= smallestSide && height >= smallestSide;
}

type Target = { readonly observationId: string; readonly start: Point; readonly end: Point };

export function gestureCall(gesture: Gesture, mode: GestureMode, target: Target): ComputerToolCall {
  const observation_id = target.observationId;
  const point = target.end;
  const held = gesture.modifiers.length > 0 && { modifiers: [...gesture.modifiers] };
  switch (mode) {
    case 'click':
      return {
        tool: 'computer_click',
        arguments: {
          observation_id,
          point,
          button: gesture.button,
          ...(gesture.count !== '1' && { count: Number(gesture.count) }),
          ...held,
        },
      };
    case 'move':
      return { tool: 'computer_move', arguments: { observation_id, point, ...held } };
    case 'drag':
      return {
        tool: 'computer_drag',
        arguments: {
          observation_id,
          start: target.start,
          end: target.end,
          button: gesture.button,
          duration_ms: gesture.durationMs,
          ...held,
        },
      };
    case 'scroll':
      return {
        tool: 'computer_scroll',
        arguments: { observation_id, point, ...deltas(gesture), unit: gesture.unit, ...held },
      };
    case 'zoom':
      return {
        tool: 'computer_zoom',
        arguments: { observation_id, region: regionBetween(target.start, target.end) },
      };
  }
}

function deltas({ direction, amount }: Gesture): { delta_x: number; delta_y: number } {
  switch (direction) {
    case 'up':
      return { delta_x: 0, delta_y: -amount };
    case 'down':
      return { delta_x: 0, delta_y: amount };
    case 'left':
      return { delta_x: -amount, delta_y: 0 };
    case 'right':
      return { delta_x: amount, delta_y: 0 };
  }
}
