import { withDeadline } from '@harness-desktop/native-input';
import type { ReadinessCheck } from '@harness-desktop/native-input';
import { checkBoundary } from '../config/check-boundary.ts';
import type { Settings } from '../config/load-settings.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import { checkStateDirectory } from './doctor-state-directory.ts';
import { prepareHttp } from './serve-http.ts';

const doctorTimeoutMs = 20_000;

/** `a13n-envd doctor`: every condition by name, and what to do about those that do not hold. Answers the exit code. */
export const doctor = async (settings: Settings, json: boolean, io: CliIo): Promise<number> => {
  const checks = [
    checkBoundarySetting(settings),
    await checkStateDirectory(settings.state_dir),
    computerUseState(settings),
    await checkTransport(settings, io),
    ...(await checkDesktop(io)),
  ];
  const ok = checks.every((check) => check.ok);
  io.stdout(json ? `${JSON.stringify({ ok, checks }, null, 2)}\n` : toText(checks, ok));
  return ok ? 0 : 1;
};

const toText = (checks: readonly ReadinessCheck[], ok: boolean): string => {
  const width = Math.max(...checks.map((check) => check.name.length));
  const lines = checks.map(({ name, detail, remedy, ok: holds }) => {
    const line = `${holds ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${detail}`;
    return holds || remedy === undefined ? line : `${line}\n      ${' '.repeat(width)}  -> ${remedy}`;
  });
  const verdict = ok ? 'This desktop is ready.' : 'This desktop is not ready; see the lines marked FAIL.';
  return `${lines.join('\n')}\n${verdict}\n`;
};

const checkBoundarySetting = (settings: Settings): ReadinessCheck => {
  try {
    checkBoundary(settings);
    return { name: 'boundary', ok: true, detail: 'sandbox disabled, egress inherited' };
  } catch (error) {
    if (error instanceof CliError) return { name: 'boundary', ok: false, detail: error.message };
    throw error;
  }
};

const computerUseState = ({ computer_use: computerUse }: Settings): ReadinessCheck => ({
  name: 'computer use',
  ok: true,
  detail: computerUse ? 'on' : 'off; turn it on with --computer-use true',
});

const checkTransport = async (settings: Settings, io: CliIo): Promise<ReadinessCheck> => {
  const name = 'transport';
  const { transport } = settings;
  if (transport === 'reverse_websocket') return { name, ok: true, detail: 'dials a web UI; opens no port' };
  if (transport === 'stdio') return { name, ok: true, detail: 'stdio, for a Host that starts this program' };
  try {
    await prepareHttp(settings, io);
    return { name, ok: true, detail: 'http; the files it needs are there and kept from others' };
  } catch (error) {
    if (error instanceof CliError) return { name, ok: false, detail: error.message };
    throw error;
  }
};

const checkDesktop = async (io: CliIo): Promise<readonly ReadinessCheck[]> => {
  const signal = withDeadline(io.stop, doctorTimeoutMs);
  try {
    return await io.checkReadiness({ environment: io.environment, signal });
  } catch (error) {
    return [{ name: 'desktop', ok: false, detail: error instanceof Error ? error.message : String(error) }];
  }
};
