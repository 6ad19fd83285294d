import type { ComputerToolCall, ComputerToolResult } from './computer-tools.ts';
import { formatDuration } from './format-duration.ts';
import type { RunState } from './threads.ts';

/** How something went: the client and the export colour by it. */
type Tone = 'good' | 'warn' | 'danger' | 'active' | 'neutral';

/** “Click 412, 230 · left”: what was asked for, in one line. */
export function describeCall(call: ComputerToolCall): string {
  switch (call.tool) {
    case 'computer_describe':
      return 'Describe desktop';
    case 'computer_observe':
      return 'Observe desktop';
    case 'computer_zoom': {
      const { x, y, width, height } = call.arguments.region;
      return `Zoom to ${x}, ${y} · ${width} × ${height}`;
    }
    case 'computer_click': {
      const { point, button, count, modifiers } = call.arguments;
      const click = clickWords[count ?? 1] ?? 'Click';
      return `${click} ${point.x}, ${point.y} · ${button}${modifierWords(modifiers)}`;
    }
    case 'computer_move': {
      const { point, modifiers } = call.arguments;
      return `Move to ${point.x}, ${point.y}${modifierWords(modifiers)}`;
    }
    case 'computer_drag': {
      const { start, end, button, modifiers } = call.arguments;
      return `Drag ${start.x}, ${start.y} → ${end.x}, ${end.y} · ${button}${modifierWords(modifiers)}`;
    }
    case 'computer_scroll': {
      const { point, modifiers } = call.arguments;
      return `Scroll ${scrollWords(call.arguments)} at ${point.x}, ${point.y}${modifierWords(modifiers)}`;
    }
    case 'computer_type_text': {
      const length = Array.from(call.arguments.text).length;
      return `Type ${length} ${length === 1 ? 'character' : 'characters'}`;
    }
    case 'computer_press_keys': {
      const { keys, hold_ms: holdMs = 0 } = call.arguments;
      return `Press ${keys.join('+')}${holdMs === 0 ? '' : ` · held ${formatDuration(holdMs)}`}`;
    }
  }
}

function modifierWords(modifiers: readonly string[] | undefined): string {
  return modifiers === undefined || modifiers.length === 0 ? '' : ` · with ${modifiers.join('+')}`;
}

const clickWords: Readonly<Record<number, string>> = { 1: 'Click', 2: 'Double-click', 3: 'Triple-click' };

function scrollWords(scroll: {
  readonly delta_x: number;
  readonly delta_y: number;
  readonly unit?: 'pixels' | 'steps' | undefined;
}): string {
  const amount = (delta: number, forward: string, backward: string) =>
    delta === 0 ? [] : [`${delta > 0 ? forward : backward} ${Math.abs(delta)}`];
  const parts = [...amount(scroll.delta_y, 'down', 'up'), ...amount(scroll.delta_x, 'right', 'left')];
  const unit = scroll.unit === 'steps' ? 'steps' : 'px';
  return parts.length === 0 ? `0 ${unit}` : `${parts.join(', ')} ${unit}`;
}

export type Outcome = { readonly tone: Tone; readonly label: string; readonly explanation: string };

/** What a result means, in plain words. No answer claims success of the application. */
export function describeResult(result: ComputerToolResult): Outcome {
  switch (result.kind) {
    case 'description':
      return { tone: 'good', label: 'Answered', explanation: '' };
    case 'observation':
      return { tone: 'good', label: 'Captured', explanation: '' };
    case 'error':
      return { ...(answers[result.code] ?? failed), explanation: result.message };
    case 'action':
      return describeAction(result);
  }
}

const failed = { tone: 'danger', label: 'Error' } as const;

/** Ends of a call that are no failure: the person was asked first, and nothing was sent. */
const answers: Readonly<Record<string, { readonly tone: Tone; readonly label: string }>> = {
  denied_by_person: { tone: 'neutral', label: 'Denied by you' },
  approval_expired: { tone: 'neutral', label: 'Not answered in time' },
  approved_on_desktop: { tone: 'neutral', label: 'Approved, not sent' },
};

const effects = {
  executed: {
    tone: 'good',
    label: 'Executed',
    explanation: 'The system accepted the whole input. Observe to see what the application made of it.',
  },
  partial: {
    tone: 'warn',
    label: 'Partly executed',
    explanation: 'The input stopped midway, so some of it reached the desktop. Observe before going on.',
  },
  unknown: {
    tone: 'warn',
    label: 'Effect unknown',
    explanation:
      'It is not known whether the input reached the desktop. It was not sent again. Observe before going on.',
  },
  not_executed: { tone: 'neutral', label: 'Not executed', explanation: 'No input reached the desktop.' },
} as const satisfies Record<string, Outcome>;

function describeAction(result: Extract<ComputerToolResult, { kind: 'action' }>): Outcome {
  const outcome = effects[result.effect];
  if (result.input_cleanup_complete) return outcome;
  return {
    tone: 'danger',
    label: `${outcome.label}, not released`,
    explanation: `${outcome.explanation} A key or button may still be held down: press and release it on the desktop.`,
  };
}

const nextSteps: Readonly<Record<string, string>> = {
  after_refresh: 'Observe again, then act on the new image.',
  after_capacity: 'Wait a moment, then try again.',
  reconcile_first: 'Observe first to see what happened; it was not sent again.',
  same_request: 'Nothing was done. You can try the same again.',
  never: 'Trying the same again will not help.',
};

const safeDetails: Readonly<Record<string, string>> = {
  computer_input_held: 'Someone holds a key or button on the desktop. Once it is released, try again.',
  computer_scroll_steps_required: 'This desktop scrolls in steps, not in pixels. Choose steps.',
  computer_windows_desktop_unavailable: 'Sign in to Windows and unlock the desktop, then observe again.',
};

/** What to do after an error; `null` when nothing useful can be said beyond its message. */
export function describeNextStep(
  call: ComputerToolCall,
  error: Extract<ComputerToolResult, { kind: 'error' }>,
): string | null {
  const detail = error.safe_detail === undefined ? undefined : safeDetails[error.safe_detail];
  if (detail !== undefined) return detail;
  const hasImage = 'observation_id' in call.arguments;
  return error.retry_hint === 'after_refresh' && !hasImage ? null : (nextSteps[error.retry_hint] ?? null);
}

const runStates = {
  queued: { tone: 'active', label: 'Queued' },
  running: { tone: 'active', label: 'Running' },
  waiting: { tone: 'active', label: 'Waiting for you' },
  stopped: { tone: 'warn', label: 'Stopped' },
  succeeded: { tone: 'good', label: 'Finished' },
  failed: { tone: 'danger', label: 'Failed' },
} as const satisfies Record<RunState, { tone: Tone; label: string }>;

export function describeRunState(state: RunState): { readonly tone: Tone; readonly label: string } {
  return runStates[state];
}

export function isActive(state: RunState): boolean {
  return state === 'queued' || state === 'running' || state === 'waiting';
}
