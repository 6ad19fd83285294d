import {
  computerInputMethods,
  type ComputerActionResult,
  type ComputerInputMethod,
  type ComputerTarget,
  type EipRequest,
  type Receipt,
} from '@harness-desktop/eip-protocol';

import type { HeldRequest, ScriptedCall, ScriptedDaemon } from './scripted-daemon.ts';
import { completionOf } from './scripted-transfers.ts';

type Effect = ComputerActionResult['effect'];

/** What a lying device says of its images, where it is not the truth. */
export type ImageClaims = {
  sizeBytes?: number;
  producedBytes?: number;
  sha256?: string;
};

/** An imagined desktop: it shows one image, accepts every input, and answers as it is told. */
export class ScriptedDesktop {
  /** What the next observation shows. */
  image: Uint8Array = Buffer.from('an image');
  mimeType = 'image/jpeg';
  width = 800;
  height = 600;
  chunkBytes: number | undefined;
  targets: ComputerTarget[] = [{ target_id: 'display-1', name: 'Screen', width: 800, height: 600 }];
  /** The target that observations claim; the first one when absent. */
  targetId: string | undefined;
  claims: ImageClaims = {};
  /** Whether readers of images are served; else a test does so by `sendFrame`. */
  servesReaders = true;
  /** The method that receipts name; the truth when absent. */
  receiptMethod: string | undefined;
  private readonly daemon: ScriptedDaemon;
  private readonly effects = new Map<ComputerInputMethod, Effect>();
  private readonly staged = new Map<string, Uint8Array>();
  private observations = 0;

  constructor(daemon: ScriptedDaemon) {
    this.daemon = daemon;
    for (const method of computerInputMethods) daemon.on(method, (_params, call) => this.input(method, call));
    daemon.on('computer.describe', () => ({
      targets: this.targets,
      observe_ready: true,
      input_ready: true,
      scroll_units: ['steps'],
    }));
    daemon.on('computer.observe', () => this.observe());
    daemon.on('computer.close_observation', ({ reader }) => ({ completion: this.closeReader(reader) }));
  }

  /** The six inputs that arrived, in order. */
  get inputs(): EipRequest[] {
    return this.daemon.requests.filter(({ method }) =>
      computerInputMethods.some((input) => input === method),
    );
  }

  /** The next input of this method has this effect; `executed` without being told. */
  effectNext(method: ComputerInputMethod, effect: Effect): void {
    this.effects.set(method, effect);
  }

  /** The next input of this method begins, and ends when told to; a cancelled one is `partial`. */
  holdNext(method: ComputerInputMethod): Pick<HeldRequest, 'begun'> & { finish(effect: Effect): void } {
    const held = this.daemon.holdNext(method);
    const finish = (effect: Effect): void => {
      this.effectNext(method, effect);
      held.release();
    };
    return { begun: held.begun, finish };
  }

  private input(method: ComputerInputMethod, { operationId, cancelled }: ScriptedCall): ComputerActionResult {
    const told = this.effects.get(method) ?? 'executed';
    this.effects.delete(method);
    const effect = cancelled.aborted ? 'partial' : told;
    const outcome: Receipt['outcome'] = effect === 'executed' ? 'succeeded' : 'cancelled';
    const receipt = this.daemon.operations.complete(operationId, outcome);
    return {
      effect,
      input_cleanup_complete: true,
      receipt: { ...receipt, method: this.receiptMethod ?? method },
    };
  }

  private observe() {
    const count = ++this.observations;
    const reader = `screen-${count}`;
    this.staged.set(reader, this.image);
    if (this.servesReaders) {
      this.daemon.transfers.offerReader(reader, { bytes: this.image, chunkBytes: this.chunkBytes });
    }
    return {
      observation: {
        observation_id: `observation-${count}`,
        target_id: this.targetId ?? this.targets[0]?.target_id ?? 'display-1',
        width: this.width,
        height: this.height,
        mime_type: this.mimeType,
        captured_at: '2026-01-31T12:00:00Z',
      },
      reader,
      size_bytes: this.claims.sizeBytes ?? this.image.length,
      expires_at: '2026-01-31T12:02:00Z',
    };
  }

  private closeReader(reader: string) {
    const { produced_bytes, digest } = completionOf(this.staged.get(reader) ?? new Uint8Array());
    this.staged.delete(reader);
    this.daemon.transfers.close(reader);
    const { producedBytes = produced_bytes, sha256 = digest.value } = this.claims;
    return { produced_bytes: producedBytes, digest: { ...digest, value: sha256 } };
  }
}
