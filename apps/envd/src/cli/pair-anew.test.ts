import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { verificationCodeOf } from '../pairing/pairing-reply.ts';
import { eventually } from '../testing/eventually.ts';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import { startTestWebUi } from '../testing/test-web-ui.ts';
import type { TestWebUi, TestWebUiOptions } from '../testing/test-web-ui.ts';
import { runCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 30_000 });

let stateDirectory = '';
let webUi: TestWebUi | null = null;
beforeEach(async () => (stateDirectory = await mkdtemp(join(tmpdir(), 'envd-anew-'))));
afterEach(async () => {
  await webUi?.close();
  webUi = null;
  await rm(stateDirectory, { recursive: true });
});

const startWebUi = async (options?: TestWebUiOptions): Promise<TestWebUi> =>
  (webUi = await startTestWebUi(options));

const connect = (target: string) => {
  const io = createTestCliIo({ homeDirectory: stateDirectory });
  return { io, exit: runCli(['connect', target], io) };
};

const instanceFile = (...path: string[]) => join(stateDirectory, '.a13n-envd/instances/default', ...path);
const deviceId = () => readFile(instanceFile('device-id'), 'utf8');
const storedFiles = async () => {
  const [alias = ''] = await readdir(instanceFile('hosts'));
  return readdir(instanceFile('hosts', alias));
};

describe('connect after the Host ended the pairing', () => {
  it('asks with another credential once it was rejected, as the same device', async () => {
    const host = await startWebUi();
    const first = connect(host.origin);
    await eventually(() => first.io.err()).toContain('Approve at: ');
    const device = await deviceId();
    host.refusePairing('device_pairing_rejected');
    expect(await first.exit).toBe(1);
    expect(first.io.err()).toContain('the pairing was rejected there. Run the command again to ask anew.');
    expect(await storedFiles()).toEqual(['host.json']);

    const second = connect(host.origin);
    await eventually(() => second.io.err()).toContain('Approve at: ');
    const [rejected = '', asked = ''] = [...new Set(host.pairingCredentials)];
    expect(asked).not.toBe(rejected);
    expect(second.io.err()).toContain(`Verification code: ${verificationCodeOf(asked)}`);
    expect(await deviceId()).toBe(device);
    host.approve();
    await eventually(() => host.sockets.length).toBe(1);
    second.io.requestStop();
    expect(await second.exit).toBe(0);
  });

  it('says true things from the revoke on the socket to the new code', async () => {
    const host = await startWebUi({ approved: true });
    const served = connect(host.origin);
    await eventually(() => host.sockets.length).toBe(1);
    host.refusePairing('device_revoked');
    host.setUpgradeStatus(403);
    host.sockets[0]?.close(4003, 'revoked');
    expect(await served.exit).toBe(1);
    expect(served.io.err()).toContain(
      'Run the command again: it asks to pair anew, or says what comes next.',
    );
    expect(await storedFiles()).toEqual(['credential', 'host.json']);

    const told = connect(host.origin);
    expect(await told.exit).toBe(1);
    expect(told.io.err()).toContain('this device was revoked there. Run the command again to ask anew.');
    expect(await storedFiles()).toEqual(['host.json']);

    host.setUpgradeStatus(null);
    const anew = connect(host.origin);
    await eventually(() => host.sockets.length).toBe(2);
    expect(new Set(host.pairingCredentials).size).toBe(2);
    anew.io.requestStop();
    expect(await anew.exit).toBe(0);
  });

  it.each([
    ['device_authentication_failed', 401],
    ['device_revoked', 401],
  ])('keeps the credential on %s with HTTP %d', async (code, status) => {
    const host = await startWebUi();
    const { io, exit } = connect(host.origin);
    await eventually(() => io.err()).toContain('Approve at: ');
    host.refusePairing(code, status);
    expect(await exit).toBe(1);
    expect(io.err()).not.toMatch(/remove/i);
    expect(await storedFiles()).toEqual(['credential', 'host.json']);
  });
});
