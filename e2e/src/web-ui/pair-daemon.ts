import * as z from 'zod';
import { startDaemon } from '../harness/daemon.ts';
import { eventually } from '../harness/eventually.ts';
import type { Environment, Program } from '../harness/program.ts';
import type { Teardown } from '../harness/teardown.ts';
import type { ApiClient } from './api-client.ts';
import { pairingsSchema, type Device } from './api-schemas.ts';
import { deviceThat } from './operator-run.ts';

export type PairDaemonOptions = {
  /** What the daemon dials: the web UI or the cable to it. */
  readonly origin: string;
  readonly environment: Environment;
  readonly stateDirectory: string;
  readonly teardown: Teardown;
};

/** `a13n-envd connect` with computer use, on the desktop of the environment. */
export function startConnect({ origin, ...options }: PairDaemonOptions): Promise<Program> {
  return startDaemon({
    args: ['connect', origin, '--computer-use', 'true', '--log-level', 'trace'],
    ...options,
  });
}

export function verificationCode(daemon: Program): Promise<string> {
  return daemon.line('errors', (line) => /Verification code: ([0-9A-F]{4}-[0-9A-F]{4})/.exec(line)?.[1]);
}

/** Pairs the real daemon over HTTP, for journeys that are not about pairing; its device is ready for input. */
export async function pairDaemon(
  api: ApiClient,
  options: PairDaemonOptions,
): Promise<{ readonly daemon: Program; readonly device: Device }> {
  const daemon = await startConnect(options);
  return { daemon, device: await approveDaemon(api, daemon) };
}

/** Says yes over HTTP to a daemon that waits, once its code is listed; its device is ready for input. */
export async function approveDaemon(api: ApiClient, daemon: Program): Promise<Device> {
  const code = await verificationCode(daemon);
  const waiting = await eventually(
    async () => {
      const { pairings } = await api.get('/api/pairings', pairingsSchema);
      return pairings.find((pairing) => pairing.verification_code === code);
    },
    { what: `a device with the code ${code}` },
  );
  await api.post(`/api/pairings/${waiting.pairing_id}/approve`, { answer: z.undefined() });
  return readyDevice(api, waiting.resource_id);
}

export function readyDevice(api: ApiClient, deviceId: string): Promise<Device> {
  return deviceThat(api, deviceId, {
    what: 'connected and ready',
    is: ({ status, desktop }) => status === 'connected' && desktop?.input_ready === true,
  });
}
