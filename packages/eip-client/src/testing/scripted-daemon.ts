import { createHash } from 'node:crypto';

import {
  createLinkedTransports,
  creditWindow,
  decodeDataFrame,
  defaultLimits,
  EipError,
  encodeDataFrame,
  encodeMessage,
  parseRequest,
  type DataFrame,
  type DataFrameKind,
  type EipRequest,
  type ResetStatus,
  type Transport,
  type TransportMessage,
} from '@harness-desktop/eip-protocol';

import { createEipConnection, type EipConnection, type EipConnectionOptions } from '../connection.ts';
import type { EipSession } from '../session.ts';

type Script = (request: EipRequest) => object | undefined;

const boundary = {
  sandbox: { mode: 'disabled' },
  egress: 'inherit',
  privilege_gain_blocked: false,
  backend: 'native',
  policy_digest: '0'.repeat(64),
};
const common = {
  device_id: 'device-1',
  generation: 7,
  available_methods: ['computer.describe', 'computer.observe', 'computer.click'],
  limits: defaultLimits,
  lifecycle: { idle_timeout_ms: 30_000, disconnect_grace_ms: 1000 },
  boundary,
};

export const deviceDescriptor = {
  ...common,
  path_style: 'posix',
  default_working_directory: '/home/a',
  directory_discovery: true,
};

export const sessionDescriptor = {
  ...common,
  session_id: 'session-1',
  working_directory: '/home/a',
  execution_features: {
    process_count_limit: false,
    memory_bytes_limit: false,
    cpu_time_limit: false,
    signal_interrupt: false,
    signal_terminate: false,
  },
};

export function actionResult(operationId: string, effect = 'executed'): Record<string, unknown> {
  const receipt = {
    operation_id: operationId,
    method: 'computer.click',
    device_id: 'device-1',
    session_id: 'session-1',
    generation: 7,
    request_digest: 'a'.repeat(64),
    stage: 'completed',
    outcome: effect === 'executed' ? 'succeeded' : 'cancelled',
    observed_at: '2026-01-31T12:00:00Z',
  };
  return { receipt, effect, input_cleanup_complete: true };
}

/** The daemon's end of a linked transport: answers by script, records what came, and serves one image. */
export class ScriptedDaemon {
  readonly requests: EipRequest[] = [];
  readonly frames: DataFrame[] = [];
  mostUnacknowledged = 0;
  private readonly transport: Transport;
  private readonly scripts = new Map<string, Script>();
  private readonly watchers = new Set<() => void>();

  constructor(transport: Transport) {
    this.transport = transport;
    transport.onMessage((message) => this.receive(message));
    this.on('initialize', () => ({
      protocol_version: '0.1',
      server: { name: 'a13n-envd', version: '1.0.0' },
      descriptor: deviceDescriptor,
    }));
    this.on('session.open', () => ({ descriptor: sessionDescriptor }));
    this.on('session.attach', () => ({ descriptor: sessionDescriptor }));
    this.on('session.keepalive', () => ({ alive: true }));
    this.on('session.close', () => ({ closed: true }));
    this.on('operation.cancel', () => ({ status: 'cancellation_requested' }));
  }

  /** A script that returns undefined leaves the request without an answer; an EipError becomes a failure. */
  on(method: string, script: Script): void {
    this.scripts.set(method, script);
  }

  answer(request: EipRequest, result: object): void {
    const session = request.eip_session === undefined ? {} : { eip_session: request.eip_session };
    const head = { jsonrpc: '2.0', id: request.id, ...session } as const;
    const body = result instanceof EipError ? { error: result.toWire() } : { result: { ...result } };
    this.sendText(encodeMessage({ ...head, ...body }));
  }

  sendText(text: string): void {
    this.transport.sendText(text);
  }

  sendBytes(bytes: Uint8Array): void {
    this.transport.sendBytes(bytes);
  }

  sendFrame(kind: DataFrameKind, fields: Partial<DataFrame> = {}): void {
    const position = { sessionId: 'session-1', handle: 'screen-1', offset: 0 };
    this.sendBytes(
      encodeDataFrame({ ...position, kind, payload: new Uint8Array(), resetStatus: null, ...fields }),
    );
  }

  reset(resetStatus: ResetStatus): void {
    this.sendFrame('reset', { resetStatus });
  }

  drop(): void {
    this.transport.close(1006, 'lost');
  }

  of(method: string): EipRequest[] {
    return this.requests.filter((request) => request.method === method);
  }

  framesOf(kind: DataFrameKind): DataFrame[] {
    return this.frames.filter((frame) => frame.kind === kind);
  }

  /** Resolves at the message that makes it true; a test's own timeout is its bound. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        this.watchers.delete(check);
        resolve();
      };
      this.watchers.add(check);
      check();
    });
  }

  /** Announces an image; `announce` overrides what observe and close say of it. */
  offerImage(
    image: Uint8Array,
    announce: { sizeBytes?: number; producedBytes?: number; sha256?: string } = {},
  ): void {
    this.on('computer.observe', () => ({
      observation: {
        observation_id: 'observation-1',
        target_id: 'display-1',
        width: 800,
        height: 600,
        mime_type: 'image/jpeg',
        captured_at: '2026-01-31T12:00:00Z',
      },
      reader: 'screen-1',
      size_bytes: announce.sizeBytes ?? image.length,
      expires_at: '2026-01-31T12:02:00Z',
    }));
    this.on('computer.close_observation', () => ({
      completion: {
        produced_bytes: announce.producedBytes ?? image.length,
        digest: {
          algorithm: 'sha256',
          value: announce.sha256 ?? createHash('sha256').update(image).digest('hex'),
        },
      },
    }));
  }

  /** Sends the image in chunks as the window allows, then END once every chunk is credited. */
  async serveImage(image: Uint8Array, chunkBytes: number): Promise<void> {
    await this.until(() => this.framesOf('attach').length > 0);
    this.sendFrame('attached');
    const ends: number[] = [];
    const unacknowledged = (): number =>
      ends.filter((end) => end > (this.framesOf('credit').at(-1)?.offset ?? 0)).length;
    for (let offset = 0; offset < image.length; offset += chunkBytes) {
      if (unacknowledged() >= creditWindow) await this.until(() => unacknowledged() < creditWindow);
      const payload = image.subarray(offset, offset + chunkBytes);
      ends.push(offset + payload.length);
      this.sendFrame('chunk', { offset, payload });
      this.mostUnacknowledged = Math.max(this.mostUnacknowledged, unacknowledged());
    }
    await this.until(() => unacknowledged() === 0);
    this.sendFrame('end', { offset: image.length });
  }

  private receive(message: TransportMessage): void {
    if (message.kind === 'bytes') {
      this.frames.push(decodeDataFrame(message.bytes));
    } else {
      const parsed = parseRequest(message.text);
      if (!parsed.ok) throw parsed.error;
      this.requests.push(parsed.request);
      const result = this.scripts.get(parsed.request.method)?.(parsed.request);
      if (result) this.answer(parsed.request, result);
    }
    for (const watcher of [...this.watchers]) watcher();
  }
}

export function connect(options: Partial<EipConnectionOptions> = {}): {
  connection: EipConnection;
  daemon: ScriptedDaemon;
} {
  const [host, device] = createLinkedTransports();
  let count = 0;
  const connection = createEipConnection({
    transport: host,
    clientName: 'test-host',
    clientVersion: '1.0.0',
    createId: () => String(++count),
    ...options,
  });
  return { connection, daemon: new ScriptedDaemon(device) };
}

export async function connectSession(options: Partial<EipConnectionOptions> = {}): Promise<{
  connection: EipConnection;
  daemon: ScriptedDaemon;
  session: EipSession;
}> {
  const { connection, daemon } = connect(options);
  await connection.initialize();
  return { connection, daemon, session: await connection.openSession() };
}
