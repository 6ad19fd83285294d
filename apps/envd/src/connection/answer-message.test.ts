import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { createTestDevice, initializeParams, openParams, testImage } from '../testing/test-device.ts';
import { answerMessage } from './answer-message.ts';
import { createConnectionState } from './connection-state.ts';

vi.setConfig({ testTimeout: 30_000 });
setFlagsFromString('--expose-gc');
const collectGarbage = z.function({ input: [], output: z.void() }).parse(runInNewContext('gc'));
const mebibyte = 1024 * 1024;

const heldMebibytes = (): number => {
  collectGarbage();
  return process.memoryUsage().heapUsed / mebibyte;
};

const sessionSchema = z.object({ result: z.object({ descriptor: z.object({ session_id: z.string() }) }) });

/** A connection with a session whose observations end once `proceed` was called. */
const openSlowSession = async () => {
  let proceed: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (proceed = resolve));
  const { device } = createTestDevice({
    overrides: { encodeImage: () => gate.then(() => testImage()) },
  });
  const state = createConnectionState({ device, serverVersion: '0.1.0', onInitialized: () => undefined });
  const call = async (method: string, params: Record<string, unknown>, sessionId?: string) => {
    const session = sessionId === undefined ? {} : { eip_session: sessionId };
    const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params, ...session });
    const answer: unknown = JSON.parse(await answerMessage(text, state));
    return answer;
  };
  await call('initialize', initializeParams);
  const { session_id: sessionId } = sessionSchema.parse(await call('session.open', openParams)).result
    .descriptor;
  await call('environment.readiness', { context: { operation_id: 'ready' } }, sessionId);
  return { device, state, sessionId, proceed };
};

const count = 16;
const bodyMebibytes = 4;
const operationIdOf = (index: number): string => `a-long-operation-id-${index}`;

/** As it comes from a carrier: in one piece. */
const observeText = (sessionId: string, index: number, overrides: Record<string, unknown> = {}): string => {
  const message = {
    ignored: 'x'.repeat(bodyMebibytes * mebibyte),
    jsonrpc: '2.0',
    id: `a-long-request-id-${index}`,
    method: 'computer.observe',
    params: { context: { operation_id: operationIdOf(index) } },
    eip_session: sessionId,
    ...overrides,
  };
  return Buffer.from(JSON.stringify(message)).toString();
};

describe('what a message keeps in memory', () => {
  it.each([
    ['members that are ignored', {}],
    ['an id that no answer has room for', { id: 'y'.repeat(bodyMebibytes * mebibyte), ignored: '' }],
  ])('is not %s, neither while its operation runs nor after', async (_name, overrides) => {
    const { device, state, sessionId, proceed } = await openSlowSession();
    const before = heldMebibytes();
    const answers = Array.from({ length: count }, (_, index) =>
      answerMessage(observeText(sessionId, index, overrides), state),
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(device.findSession(sessionId)?.ledger.receipt(operationIdOf(count - 1))).toMatchObject({
      stage: 'accepted',
    });
    expect(heldMebibytes() - before).toBeLessThan(2 * bodyMebibytes);
    proceed();
    await Promise.all(answers);
    expect(device.findSession(sessionId)?.ledger.receipt(operationIdOf(0))).toMatchObject({
      outcome: 'succeeded',
    });
    expect(heldMebibytes() - before).toBeLessThan(2 * bodyMebibytes);
    await device.close();
  });
});
