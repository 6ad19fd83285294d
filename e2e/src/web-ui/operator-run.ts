import { randomUUID } from 'node:crypto';
import { eventually } from '../harness/eventually.ts';
import type { ApiClient } from './api-client.ts';
import {
  callSchema,
  deviceSchema,
  runSchema,
  threadSchema,
  transcriptSchema,
  type Call,
  type Device,
  type Observation,
  type Run,
  type Transcript,
} from './api-schemas.ts';

export const observeOperations = ['environment.computer.describe', 'environment.computer.observe'];
export const controlOperations = [
  ...observeOperations,
  'environment.computer.click',
  'environment.computer.move',
  'environment.computer.drag',
  'environment.computer.scroll',
  'environment.computer.type_text',
  'environment.computer.press_keys',
];

export type BindingWish = {
  readonly deviceId: string;
  readonly operations: readonly string[];
  readonly workingDirectory: string;
  readonly projectId?: string;
};

/** A new conversation with the device bound as `desktop`. */
export async function bindThread(
  api: ApiClient,
  { deviceId, operations, workingDirectory, projectId }: BindingWish,
): Promise<string> {
  const binding = {
    device_id: deviceId,
    alias: 'desktop',
    working_directory: workingDirectory,
    permission_ceiling: { operations },
  };
  const thread = await api.post('/api/threads', {
    body: {
      title: 'Journey',
      ...(projectId !== undefined && { project_id: projectId }),
      configuration: { environment_bindings: [binding], default_environment: 'desktop' },
    },
    answer: threadSchema,
  });
  return thread.thread_id;
}

/** Waits until the device says what the journey needs. */
export function deviceThat(
  api: ApiClient,
  deviceId: string,
  wanted: { readonly what: string; readonly is: (device: Device) => boolean; readonly timeoutMs?: number },
): Promise<Device> {
  let last: Device | undefined;
  return eventually(
    async () => {
      last = await api.get(`/api/devices/${deviceId}`, deviceSchema);
      return wanted.is(last) ? last : undefined;
    },
    {
      what: () => `the device to be ${wanted.what}; it is ${JSON.stringify(last)}`,
      timeoutMs: wanted.timeoutMs ?? 30_000,
    },
  );
}

/** One Operator run over HTTP, for what is not about the browser. */
export class OperatorRun {
  readonly threadId: string;
  readonly run: Run;
  readonly #api: ApiClient;

  constructor(api: ApiClient, threadId: string, run: Run) {
    this.#api = api;
    this.threadId = threadId;
    this.run = run;
  }

  /** The stored call with whatever result it had. */
  call(tool: string, args: Record<string, unknown>, callId: string = randomUUID()): Promise<Call> {
    const body = { call_id: callId, call: { tool, arguments: args } };
    return this.#api.post(`${this.#path}/calls`, { body, answer: callSchema });
  }

  /** Rejects unless it gave an image. */
  async observe(): Promise<Observation> {
    const { result } = await this.call('computer_observe', {});
    if (result?.kind !== 'observation') throw new Error(`No observation: ${JSON.stringify(result)}`);
    return result;
  }

  /** The display copy of an observation, as a browser downloads it. */
  imageOf({ attachment }: Observation): Promise<Buffer> {
    if (attachment === null) throw new Error('The observation has no stored image.');
    return this.#api.bytes(this.imagePath(attachment.attachment_id));
  }

  imagePath(attachmentId: string): string {
    return `/api/threads/${this.threadId}/attachments/${attachmentId}`;
  }

  stop(): Promise<Run> {
    return this.#api.post(`${this.#path}/stop`, { answer: runSchema });
  }

  finish(): Promise<Run> {
    return this.#api.post(`${this.#path}/finish`, { answer: runSchema });
  }

  transcript(): Promise<Transcript> {
    return readTranscript(this.#api, this.threadId);
  }

  get #path(): string {
    return `/api/threads/${this.threadId}/runs/${this.run.run_id}`;
  }
}

export async function startOperatorRun(api: ApiClient, threadId: string): Promise<OperatorRun> {
  const run = await api.post(`/api/threads/${threadId}/runs`, {
    body: { agent: 'operator' },
    answer: runSchema,
  });
  return new OperatorRun(api, threadId, run);
}

export function readTranscript(api: ApiClient, threadId: string): Promise<Transcript> {
  return api.get(`/api/threads/${threadId}/transcript`, transcriptSchema);
}
