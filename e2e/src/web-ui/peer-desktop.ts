import { createHash } from 'node:crypto';
import {
  decodeDataFrame,
  EipError,
  encodeDataFrame,
  formatTimestamp,
  type CallContext,
  type ComputerInputMethod,
  type DataFrame,
  type DeviceDescriptor,
  type ResultInputOf,
} from '@harness-desktop/eip-protocol';
import { peerDescriptor, peerSession, type PeerSystem } from './peer-descriptor.ts';
import { drawPeerDesktop, peerDisplay, peerTarget } from './peer-image.ts';
import type { PeerHandlers } from './peer-handlers.ts';

const chunkBytes = 4096;

/** The imagined desktop behind the scripted peer: one display with one target that changes colour when clicked. */
export class PeerDesktop {
  /** The bytes of every observation, in order. */
  readonly images: Buffer[] = [];
  /** Clicks that hit the target. */
  clicks = 0;
  /** The digest that the next observation is closed with is that of other bytes. */
  liesAboutDigest = false;
  readonly #descriptor: DeviceDescriptor;
  readonly #staged = new Map<string, Buffer>();
  #count = 0;

  constructor(daemonId: string, system: PeerSystem) {
    this.#descriptor = peerDescriptor(daemonId, system);
  }

  handlers(sessionId = ''): PeerHandlers {
    const input =
      (method: ComputerInputMethod) =>
      ({ context }: { readonly context: CallContext }) =>
        this.#executed(method, { sessionId, operationId: context.operation_id });
    return {
      initialize: () => ({
        protocol_version: '0.1',
        server: { name: 'a13n-envd', version: '0.0.0' },
        descriptor: this.#descriptor,
      }),
      'session.open': ({ working_directory = this.#descriptor.default_working_directory }) => ({
        descriptor: peerSession(this.#descriptor, {
          session_id: `session-${++this.#count}`,
          working_directory,
        }),
      }),
      'session.keepalive': () => ({ alive: true }),
      'session.close': () => ({ closed: true }),
      'environment.readiness': () => ({
        ready: true,
        device_id: this.#descriptor.device_id,
        generation: this.#descriptor.generation,
        session_id: sessionId,
      }),
      'operation.cancel': () => ({ status: 'cancellation_requested' }),
      'directory.list': ({ path }) => ({
        path,
        ...(!path.endsWith('/') && { parent_path: parentOf(path) }),
        entries: [{ name: 'projects', path: `${path.replace(/\/$/, '')}/projects` }],
      }),
      'computer.describe': () => ({
        targets: [peerDisplay],
        observe_ready: true,
        input_ready: true,
        scroll_units: ['steps'],
      }),
      'computer.observe': () => this.#observe(),
      'computer.close_observation': ({ reader }) => this.#closeReader(reader),
      'computer.click': (params) => {
        if (isOnTarget(params.point)) this.clicks += params.count;
        return input('computer.click')(params);
      },
      'computer.move': input('computer.move'),
      'computer.drag': input('computer.drag'),
      'computer.scroll': input('computer.scroll'),
      'computer.press_keys': input('computer.press_keys'),
      ...(this.#descriptor.path_style === 'windows' && {
        'computer.type_text': input('computer.type_text'),
      }),
    };
  }

  /** The frames that answer one of the Host's: the whole image when it attaches, in several chunks. */
  transfer(bytes: Uint8Array): readonly Uint8Array[] {
    const { kind, sessionId, handle } = decodeDataFrame(bytes);
    const image = this.#staged.get(handle);
    if (kind !== 'attach' || image === undefined) return [];
    const frame = (part: Pick<DataFrame, 'kind' | 'offset'> & { readonly payload?: Uint8Array }) =>
      encodeDataFrame({ sessionId, handle, resetStatus: null, payload: new Uint8Array(), ...part });
    const offsets = Array.from(
      { length: Math.ceil(image.length / chunkBytes) },
      (_, index) => index * chunkBytes,
    );
    return [
      frame({ kind: 'attached', offset: 0 }),
      ...offsets.map((offset) =>
        frame({ kind: 'chunk', offset, payload: image.subarray(offset, offset + chunkBytes) }),
      ),
      frame({ kind: 'end', offset: image.length }),
    ];
  }

  async #observe(): Promise<ResultInputOf<'computer.observe'>> {
    const image = await drawPeerDesktop(this.clicks);
    this.images.push(image);
    const name = `screen-${++this.#count}`;
    this.#staged.set(name, image);
    const { target_id, width, height } = peerDisplay;
    const now = new Date();
    return {
      observation: {
        observation_id: `own-${name}`,
        ...{ target_id, width, height },
        mime_type: 'image/jpeg',
        captured_at: formatTimestamp(now),
      },
      reader: name,
      size_bytes: image.length,
      expires_at: formatTimestamp(new Date(now.getTime() + 120_000)),
    };
  }

  #closeReader(reader: string): ResultInputOf<'computer.close_observation'> {
    const image = this.#staged.get(reader);
    if (image === undefined) throw new EipError('invalid_handle', 'No such reader.');
    this.#staged.delete(reader);
    const told = this.liesAboutDigest ? Buffer.from('something else') : image;
    this.liesAboutDigest = false;
    const value = createHash('sha256').update(told).digest('hex');
    return { completion: { produced_bytes: image.length, digest: { algorithm: 'sha256', value } } };
  }

  #executed(
    method: ComputerInputMethod,
    { sessionId, operationId }: { readonly sessionId: string; readonly operationId: string },
  ): ResultInputOf<ComputerInputMethod> {
    const { device_id, generation } = this.#descriptor;
    return {
      effect: 'executed',
      input_cleanup_complete: true,
      receipt: {
        operation_id: operationId,
        ...{ method, device_id, session_id: sessionId, generation },
        request_digest: '0'.repeat(64),
        stage: 'completed',
        outcome: 'succeeded',
        observed_at: formatTimestamp(new Date()),
      },
    };
  }
}

/** Roots end with a slash: `/`, `/C:/`. */
function parentOf(path: string): string {
  const parent = path.slice(0, path.lastIndexOf('/'));
  return /^(\/[A-Za-z]:)?$/.test(parent) ? `${parent}/` : parent;
}

function isOnTarget({ x, y }: { readonly x: number; readonly y: number }): boolean {
  const { x: left, y: top, width, height } = peerTarget;
  return x >= left && y >= top && x < left + width && y < top + height;
}
