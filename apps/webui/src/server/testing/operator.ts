import { randomUUID } from 'node:crypto';
import { computerOperations, type Binding, type Operation } from '../../shared/bindings.ts';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { runSchema, threadSchema, toolCallSchema, transcriptSchema, type Run } from '../../shared/threads.ts';
import type { TestDevice } from './test-device.ts';
import type { TestServer } from './test-server.ts';

export function bind(
  device: TestDevice,
  operations: readonly Operation[] = computerOperations,
  alias = 'desktop',
): Binding {
  return {
    device_id: device.deviceId,
    alias,
    working_directory: '/home/ada',
    permission_ceiling: { operations: [...operations] },
  };
}

/** The person who makes conversations and is the model in them. */
export function operatorOf(server: TestServer) {
  const createThread = async (...bindings: Binding[]): Promise<string> => {
    const configuration = { environment_bindings: bindings, default_environment: bindings[0]?.alias ?? null };
    const thread = await server.expect([201, threadSchema], ['POST', '/api/threads', { configuration }]);
    return thread.thread_id;
  };
  const start = (threadId: string) =>
    server.expect([201, runSchema], ['POST', `/api/threads/${threadId}/runs`, { agent: 'operator' }]);
  return {
    createThread,
    start,
    /** A new thread with these bindings and its run. */
    async operate(...bindings: Binding[]) {
      const threadId = await createThread(...bindings);
      const run = await start(threadId);
      return { threadId, run, ...actionsIn(server, run) };
    },
  };
}

/** What the operator can do in a run. */
export function actionsIn(server: TestServer, { thread_id, run_id }: Pick<Run, 'thread_id' | 'run_id'>) {
  const url = `/api/threads/${thread_id}/runs/${run_id}`;
  const call = (toolCall: ComputerToolCall, callId: string = randomUUID()) =>
    server.expect([200, toolCallSchema], ['POST', `${url}/calls`, { call_id: callId, call: toolCall }]);
  return {
    url,
    call,
    end: (how: 'stop' | 'finish') => server.expect([200, runSchema], ['POST', `${url}/${how}`]),
    observe: async () => {
      const { result } = await call({ tool: 'computer_observe', arguments: {} });
      if (result?.kind !== 'observation') throw new Error(JSON.stringify(result));
      return result;
    },
    transcript: () => server.expect([200, transcriptSchema], ['GET', `/api/threads/${thread_id}/transcript`]),
  };
}

export function clickAt(observationId: string): ComputerToolCall {
  return {
    tool: 'computer_click',
    arguments: { observation_id: observationId, point: { x: 4, y: 2 }, button: 'left' },
  };
}

export function dragOn(observationId: string): ComputerToolCall {
  return {
    tool: 'computer_drag',
    arguments: {
      observation_id: observationId,
      start: { x: 0, y: 0 },
      end: { x: 9, y: 9 },
      button: 'left',
      duration_ms: 3000,
    },
  };
}
