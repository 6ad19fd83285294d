import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { temporaryDirectory } from '../harness/daemon.ts';
import { eventually } from '../harness/eventually.ts';
import { startProgram, type Program } from '../harness/program.ts';
import { repositoryPath } from '../harness/repository-path.ts';
import type { Teardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { pairingsSchema, type Device } from '../web-ui/api-schemas.ts';
import {
  bindThread,
  controlOperations,
  deviceThat,
  startOperatorRun,
  type OperatorRun,
} from '../web-ui/operator-run.ts';
import { readyDevice, verificationCode } from '../web-ui/pair-daemon.ts';
import { DaemonRecord } from './daemon-record.ts';

export const pythonDaemonDirectory = repositoryPath('e2e/interop/daemon');
/** Debian's, to which python3-websockets belongs. */
export const systemPython = '/usr/bin/python3';

/** The display that the daemon imagines, and the field on it whose colour changes with each click. */
export const paintedDisplay = {
  target_id: 'painted-display',
  name: 'Painted display',
  width: 960,
  height: 600,
};
export const paintedField = { x: 120, y: 90, width: 300, height: 200 };

export type PythonDaemonOptions = {
  readonly api: ApiClient;
  readonly name?: string;
  readonly teardown: Teardown;
};

/** An EIP daemon by another author in another language, as a process; it keeps its pairing when it starts again. */
export class PythonDaemon {
  readonly deviceId: string;
  readonly record: DaemonRecord;
  /** The working directory that it offers; it has one folder, `projects`. */
  readonly directory: string;
  #program: Program;
  readonly #api: ApiClient;
  readonly #start: Start;

  constructor(options: PythonDaemonOptions, started: Started) {
    this.#api = options.api;
    this.deviceId = started.deviceId;
    this.#program = started.program;
    this.#start = started.start;
    this.directory = join(started.home, 'work');
    this.record = new DaemonRecord(recordIn(started.home));
  }

  get program(): Program {
    return this.#program;
  }

  /** Ends it, sees the Host notice, and starts it with these faults, without waiting for the Host. */
  async startAgain(...faults: readonly string[]): Promise<void> {
    await this.#program.stop();
    await this.deviceThat('offline', ({ status }) => status === 'offline');
    this.#program = await this.#start(faults);
  }

  /** The same, until the Host may send input. */
  async restart(...faults: readonly string[]): Promise<void> {
    await this.startAgain(...faults);
    await readyDevice(this.#api, this.deviceId);
  }

  deviceThat(what: string, is: (device: Device) => boolean): Promise<Device> {
    return deviceThat(this.#api, this.deviceId, { what, is });
  }

  /** A new conversation that may do everything on the daemon's desktop, with a run that waits. */
  async startRun(): Promise<OperatorRun> {
    const threadId = await bindThread(this.#api, {
      deviceId: this.deviceId,
      operations: controlOperations,
      workingDirectory: this.directory,
    });
    return startOperatorRun(this.#api, threadId);
  }
}

type Start = (faults: readonly string[]) => Promise<Program>;
type Started = {
  readonly deviceId: string;
  readonly home: string;
  readonly program: Program;
  readonly start: Start;
};

/** Starts the daemon, approves it by the code on its terminal, and waits until the Host may send input. */
export async function pairPythonDaemon(
  options: PythonDaemonOptions,
  ...faults: readonly string[]
): Promise<PythonDaemon> {
  const { api, teardown } = options;
  const home = await temporaryDirectory(teardown);
  await mkdir(join(home, 'work', 'projects'), { recursive: true });
  const start: Start = (wished) => startPythonDaemon({ ...options, home, faults: wished });
  const program = await start(faults);
  const code = await verificationCode(program);
  const waiting = await eventually(
    async () => {
      const { pairings } = await api.get('/api/pairings', pairingsSchema);
      return pairings.find((pairing) => pairing.verification_code === code);
    },
    { what: `a device with the code ${code}` },
  );
  await api.post(`/api/pairings/${waiting.pairing_id}/approve`, { answer: z.undefined() });
  const device = await readyDevice(api, waiting.resource_id);
  return new PythonDaemon(options, { deviceId: device.device_id, home, program, start });
}

const recordIn = (home: string): string => join(home, 'record.jsonl');

function startPythonDaemon({
  api,
  name = 'Python daemon',
  home,
  faults,
  teardown,
}: PythonDaemonOptions & { readonly home: string; readonly faults: readonly string[] }): Promise<Program> {
  return startProgram({
    command: systemPython,
    args: [
      // Without bytecode files in the checkout.
      ...['-B', join(pythonDaemonDirectory, 'run.py'), api.origin],
      ...['--state-dir', join(home, 'state'), '--record', recordIn(home), '--directory', join(home, 'work')],
      ...['--name', name, ...faults],
    ],
    environment: process.env,
    teardown,
  });
}
