import type { ComputerToolResult } from '../computer-tools.ts';
import type { Message } from '../messages.ts';
import type { Run, ToolCall, Transcript } from '../threads.ts';

type ObservationResult = Extract<ComputerToolResult, { kind: 'observation' }>;

const at = '2030-01-01T00:00:00Z';
const environment = { environment_bindings: [], default_environment: null };

export const emptyTranscript: Transcript = {
  thread: {
    thread_id: 't1',
    project_id: null,
    title: 'First',
    configuration: environment,
    created_at: at,
    updated_at: at,
  },
  runs: [],
  messages: [],
  calls: [],
  approvals: [],
  last_event_id: 0,
};

/** Of a model, going on. */
export const exampleRun: Run = {
  run_id: 'r1',
  thread_id: 't1',
  agent: 'model',
  agent_name: 'Sonnet',
  model: null,
  state: 'running',
  reason: null,
  ended_by: null,
  environment,
  tools: [],
  budget: { steps: 50, tokens: 2_000_000, wall_time_seconds: 3600 },
  approval: 'none',
  usage: { steps: 0, input_tokens: 0, output_tokens: 0 },
  started_at: at,
  ended_at: null,
};

/** Of that run, but for these changes. */
export function exampleTranscript(changes: Partial<Transcript> = {}): Transcript {
  return { ...emptyTranscript, runs: [exampleRun], ...changes };
}

export const exampleMessage: Message = {
  message_id: 'm1',
  run_id: 'r1',
  thread_id: 't1',
  position: 1,
  role: 'assistant',
  text: 'Done.',
  state: 'finished',
  created_at: at,
};

export const exampleCall: ToolCall = {
  call_id: 'c1',
  run_id: 'r1',
  position: 1,
  call: { tool: 'computer_describe', arguments: {} },
  alias: 'desktop',
  state: 'running',
  result: null,
  started_at: at,
  duration_ms: null,
};

const exampleObservation: ObservationResult = {
  kind: 'observation',
  ok: true,
  observation_id: 'obs-00000001',
  target_id: 'display-0',
  width: 1280,
  height: 800,
  captured_at: at,
  attachment: null,
};

/** A screenshot that was taken. */
export function observeCall(position: number, changes: Partial<ObservationResult> = {}): ToolCall {
  return {
    ...exampleCall,
    call_id: `observe ${position}`,
    position,
    call: { tool: 'computer_observe', arguments: {} },
    state: 'finished',
    result: { ...exampleObservation, ...changes },
    duration_ms: 5,
  };
}

/** A click on that screenshot, executed. */
export function clickCall(position: number, observationId = 'obs-00000001'): ToolCall {
  return {
    ...exampleCall,
    call_id: `click ${position}`,
    position,
    call: {
      tool: 'computer_click',
      arguments: { observation_id: observationId, point: { x: 4, y: 2 }, button: 'left' },
    },
    state: 'finished',
    result: {
      kind: 'action',
      ok: true,
      effect: 'executed',
      input_cleanup_complete: true,
      receipt: { operation_id: 'op', stage: 'terminal' },
    },
    duration_ms: 5,
  };
}
