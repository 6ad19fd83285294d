import { ScriptedDaemon as EipDaemon, ScriptedDesktop } from '@harness-desktop/eip-client/testing';
import {
  computerInputMethods,
  type ComputerActionResult,
  type ComputerInputMethod,
  type ComputerTarget,
  type EipError,
  type EipRequest,
  type MethodName,
  type ProtocolVersion,
  type Transport,
} from '@harness-desktop/eip-protocol';

/** An input that the daemon has begun and not answered. */
export type HeldInput = {
  /** Resolves when the request has arrived. */
  readonly begun: Promise<void>;
  finish(effect: ComputerActionResult['effect']): void;
};

export type ScriptedDaemonOptions = {
  readonly deviceId: string;
  readonly methods?: readonly MethodName[];
  /** What it speaks; the newest when absent. */
  readonly protocolVersions?: readonly ProtocolVersion[];
  /** An interrupted input answers `partial`, as the real daemon does, unless this is false. */
  readonly answersCancel?: boolean;
};

/** A Linux desktop without literal text input. */
const desktopMethods: readonly MethodName[] = [
  'computer.describe',
  'computer.observe',
  'computer.close_observation',
  ...computerInputMethods.filter((method) => method !== 'computer.type_text'),
];

/** The client library's scripted daemon with an imagined desktop, as the tests of this server speak of them. */
export class ScriptedDaemon {
  readonly #daemon: EipDaemon;
  readonly #desktop: ScriptedDesktop;

  constructor(options: ScriptedDaemonOptions) {
    const { deviceId, methods = desktopMethods, answersCancel, protocolVersions } = options;
    this.#daemon = new EipDaemon({
      protocolVersions,
      device: { device_id: deviceId, available_methods: [...methods] },
      heedsCancel: answersCancel,
    });
    this.#desktop = new ScriptedDesktop(this.#daemon);
    this.image = Buffer.from('first image');
    this.targetId = 'display-0-1';
    this.displays = [{ target_id: 'display-0-1', name: 'Screen', width: 800, height: 600 }];
  }

  get requests(): readonly EipRequest[] {
    return this.#daemon.requests;
  }

  get inputs(): readonly EipRequest[] {
    return this.#desktop.inputs;
  }

  /** What the next observation shows. */
  get image(): Uint8Array {
    return this.#desktop.image;
  }

  set image(image: Uint8Array) {
    this.#desktop.image = image;
  }

  set mimeType(mimeType: string) {
    this.#desktop.mimeType = mimeType;
  }

  set targetId(targetId: string) {
    this.#desktop.targetId = targetId;
  }

  set displays(targets: ComputerTarget[]) {
    this.#desktop.targets = targets;
  }

  /** What its receipts say was asked; the truth when absent. */
  set receiptMethod(method: string) {
    this.#desktop.receiptMethod = method;
  }

  /** The next input of this method has this effect. */
  effectNext(method: ComputerInputMethod, effect: ComputerActionResult['effect']): void {
    this.#desktop.effectNext(method, effect);
  }

  /** Serves this carrier from now on. */
  serve(transport: Transport): void {
    this.#daemon.serve(transport);
  }

  disconnect(): void {
    this.#daemon.lose();
  }

  /** The next request of this method fails with the error. */
  failNext(method: MethodName, error: EipError): void {
    this.#daemon.failNext(method, error);
  }

  /** The next request of this method begins and waits. */
  holdNext(method: ComputerInputMethod): HeldInput {
    return this.#desktop.holdNext(method);
  }

  requestsOf(method: MethodName): EipRequest[] {
    return this.#daemon.requestsOf(method);
  }
}
