import type { ComputerToolCall, ComputerToolName } from '../../shared/computer-tools.ts';
import type { Point } from '../evidence/point-mapping.ts';

export type GestureMode = 'click' | 'move' | 'drag' | 'scroll';
type ScrollDirection = 'up' | 'down' | 'left' | 'right';

/** What a press on the image does. */
export type Gesture = {
  readonly mode: GestureMode;
  readonly button: 'left' | 'right' | 'middle';
  readonly count: '1' | '2';
  readonly durationMs: number;
  readonly direction: ScrollDirection;
  readonly amount: number;
  readonly unit: 'pixels' | 'steps';
};

export const firstGesture: Gesture = {
  mode: 'click',
  button: 'left',
  count: '1',
  durationMs: 500,
  direction: 'down',
  amount: 3,
  unit: 'steps',
};

const tools = {
  click: 'computer_click',
  move: 'computer_move',
  drag: 'computer_drag',
  scroll: 'computer_scroll',
} as const satisfies Record<GestureMode, ComputerToolName>;

const allModes = ['click', 'move', 'drag', 'scroll'] as const;

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

type Target = { readonly observationId: string; readonly start: Point; readonly end: Point };

export function gestureCall(gesture: Gesture, mode: GestureMode, target: Target): ComputerToolCall {
  const observation_id = target.observationId;
  const point = target.end;
  switch (mode) {
    case 'click':
      return {
        tool: 'computer_click',
        arguments: {
          observation_id,
          point,
          button: gesture.button,
          ...(gesture.count === '2' && { count: 2 }),
        },
      };
    case 'move':
      return { tool: 'computer_move', arguments: { observation_id, point } };
    case 'drag':
      return {
        tool: 'computer_drag',
        arguments: {
          observation_id,
          start: target.start,
          end: target.end,
          button: gesture.button,
          duration_ms: gesture.durationMs,
        },
      };
    case 'scroll':
      return {
        tool: 'computer_scroll',
        arguments: { observation_id, point, ...deltas(gesture), unit: gesture.unit },
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
