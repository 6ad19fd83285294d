import type { InputResult } from '@harness-desktop/native-input';
import { describe, expect, it } from 'vitest';
import { eventually } from '../testing/eventually.ts';
import { openTestSession } from '../testing/test-device.ts';
import type { TestSession } from '../testing/test-device.ts';

/** Of one answer of the X server; a gesture may wait for two of them before it can say how it ended. */
const replyTimeoutMs = 5000;

const receiptOf = async ({ host, params, sessionId }: TestSession) =>
  (await host.call('receipt.get', params({ operation_id: 'op-keys' }), sessionId)).receipt;

const cancel = ({ host, params, sessionId }: TestSession) =>
  host.call('operation.cancel', params({ target_operation_id: 'op-keys' }), sessionId);

/** Keys whose desktop says how they ended when the test lets it. */
const pressKeys = async () => {
  const session = await openTestSession();
  const { host, params, sessionId } = session;
  await host.call('computer.observe', params(), sessionId);
  const ends: ((result: InputResult) => void)[] = [];
  const pressChord = () => new Promise<InputResult>((resolve) => ends.push(resolve));
  Object.assign(session.desktop().keyboard, { pressChord });
  return {
    session,
    keys: params({ keys: ['a'] }, 'op-keys'),
    begun: async () => {
      await eventually(async () => (await receiptOf(session)).stage).toBe('dispatched');
      expect(await cancel(session)).toEqual({ status: 'cancellation_requested' });
    },
    end: () => {
      for (const end of ends) end({ effect: 'partial', cleanupComplete: false, interrupted: true });
    },
  };
};

describe('a cancelled input', () => {
  it('says itself how it ended, however long an honest clean-up takes', async () => {
    const { session, keys, begun, end } = await pressKeys();
    const send = () => session.host.call('computer.press_keys', keys, session.sessionId);
    const answer = send();
    await begun();
    session.clock.advance(2 * replyTimeoutMs + 1000);
    end();
    const first = await answer;
    expect(first).toMatchObject({ effect: 'partial', input_cleanup_complete: false });
    expect(first.receipt).toMatchObject({ stage: 'completed', outcome: 'cancelled' });
    session.clock.advance(replyTimeoutMs);
    expect(await send()).toEqual(first);
    expect(await receiptOf(session)).toEqual(first.receipt);
  });

  it('that does not end is answered for, and its receipt says the same at each later moment', async () => {
    const { session, keys, begun, end } = await pressKeys();
    const send = () => session.host.refusal('computer.press_keys', keys, session.sessionId);
    const answer = send();
    await begun();
    session.clock.advance(3 * replyTimeoutMs);
    const first = await answer;
    expect(first.data).toMatchObject({
      error_type: 'unknown_outcome',
      retry_hint: 'reconcile_first',
      dispatch_stage: 'unknown',
    });
    const receipt = await receiptOf(session);
    expect(receipt).toMatchObject({ stage: 'unknown', outcome: 'unknown' });
    end();
    for (let count = 0; count < 3; count += 1) {
      session.clock.advance(1000);
      expect(await receiptOf(session)).toEqual(receipt);
      expect(await send()).toEqual(first);
    }
    expect(await cancel(session)).toEqual({ status: 'already_terminal' });
  });
});
