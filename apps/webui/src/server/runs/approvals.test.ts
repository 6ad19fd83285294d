import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Run } from '../../shared/threads.ts';
import { fixedPhrases } from '../agent/fixed-phrases.ts';
import { bind, clickAt, dragOn } from '../testing/operator.ts';
import { startModelBed, type ModelBed } from '../testing/model-bed.ts';
import { modelUserOf } from '../testing/model-user.ts';
import { calling } from '../testing/scripted-model.ts';
import { createApprovalDesk, isSameHost } from './approval-desk.ts';
import { createApprovalJournal } from './approval-journal.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let bed: ModelBed;
beforeEach(async () => {
  bed = await startModelBed();
  await placeDevice('192.0.2.7');
});
afterEach(() => bed.close());

/** Where the device's socket comes from, as far as the server knows. */
const placeDevice = (address: string) =>
  bed.server.context.devices.recordSeen(bed.device.deviceId, { at: bed.server.clock.now(), address });

const looking = { calls: [{ tool: 'computer_observe', arguments: {} }] };

const ask = async (approval: 'each_input' | 'purpose') =>
  bed.user.ask(await bed.user.createThread(bind(bed.device)), { approval, prompt: 'Press the button' });

async function callsOf(run: Run) {
  const { calls } = await bed.user.transcript(run.thread_id);
  return calls.map(({ call, state, result }) => [
    call.tool,
    result === null ? state : 'code' in result ? result.code : result.ok,
  ]);
}

describe('a run that asks before each input', () => {
  it('waits with the call, sends it after the yes, and asks again for the next', async () => {
    bed.model.script(looking, calling(clickAt, dragOn), { text: 'Done.' });
    const run = await ask('each_input');
    const first = await bed.user.pending(run);
    expect(first).toMatchObject({ kind: 'each_input', purpose: null, same_desktop: false });
    expect((await bed.user.run(run)).state).toBe('waiting');
    expect(await callsOf(run)).toEqual([
      ['computer_observe', true],
      ['computer_click', 'waiting'],
    ]);
    expect(bed.device.daemon.inputs).toEqual([]);
    expect(await bed.user.decide(first, 'approve')).toMatchObject({ state: 'approved', same_desktop: false });
    const second = await bed.user.pending(run);
    expect(bed.device.daemon.inputs).toHaveLength(1);
    await bed.user.decide(second, 'approve');
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs).toHaveLength(2);
  });

  it('tells the model of a no, sends nothing, and does not attempt the rest', async () => {
    bed.model.script(looking, calling(clickAt, dragOn), { text: 'Then not.' });
    const run = await ask('each_input');
    await bed.user.decide(await bed.user.pending(run), 'deny');
    await bed.user.reaches(run, 'succeeded');
    expect(await callsOf(run)).toEqual([
      ['computer_observe', true],
      ['computer_click', 'denied_by_person'],
    ]);
    expect(JSON.stringify(bed.model.requests[2]?.messages)).toContain('denied_by_person');
    expect(bed.device.daemon.inputs).toEqual([]);
  });

  it('counts one answer only', async () => {
    bed.model.script(looking, calling(clickAt), { text: 'Done.' });
    const run = await ask('each_input');
    const approval = await bed.user.pending(run);
    await bed.user.decide(approval, 'approve');
    const url = `/api/threads/${run.thread_id}/runs/${run.run_id}/approvals/${approval.approval_id}`;
    expect((await bed.server.request('POST', url, { decision: 'deny' })).status).toBe(409);
    const elsewhere = `/api/threads/${run.thread_id}/runs/run-other/approvals/${approval.approval_id}`;
    expect((await bed.server.request('POST', elsewhere, { decision: 'deny' })).status).toBe(404);
  });

  it('stops within a second while it waits, and nothing was sent', async () => {
    bed.model.script(looking, calling(clickAt));
    const run = await ask('each_input');
    const approval = await bed.user.pending(run);
    const before = performance.now();
    expect((await bed.user.stop(run)).state).toBe('stopped');
    expect(performance.now() - before).toBeLessThan(1000);
    const { approvals, calls } = await bed.user.transcript(run.thread_id);
    expect(approvals).toMatchObject([{ approval_id: approval.approval_id, state: 'cancelled' }]);
    expect(calls.at(-1)?.result).toMatchObject({ code: 'cancelled', dispatch_stage: 'pre_dispatch' });
    expect(bed.device.daemon.inputs).toEqual([]);
  });

  it('says after a crash that the input was never sent', async () => {
    bed.model.script(looking, calling(clickAt));
    const run = await ask('each_input');
    await bed.user.pending(run);
    const next = await bed.server.startNext();
    const { runs, approvals, calls } = await modelUserOf(next).transcript(run.thread_id);
    expect(runs[0]).toMatchObject({ state: 'failed', ended_by: 'server' });
    expect(runs[0]?.reason).toContain('never sent');
    expect(approvals).toMatchObject([{ state: 'cancelled' }]);
    expect(calls.at(-1)?.result).toMatchObject({ code: 'cancelled', dispatch_stage: 'pre_dispatch' });
  });
});

describe('a run that asks once for its purpose', () => {
  it('asks with the words of the prompt, and the yes counts for all its inputs', async () => {
    bed.model.script(looking, calling(clickAt, dragOn), { text: 'Done.' });
    const run = await ask('purpose');
    const approval = await bed.user.pending(run);
    expect(approval).toMatchObject({ kind: 'purpose', purpose: 'Press the button' });
    await bed.user.decide(approval, 'approve');
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs).toHaveLength(2);
    expect((await bed.user.transcript(run.thread_id)).approvals).toHaveLength(1);
  });

  it('keeps the no, too', async () => {
    bed.model.script(looking, calling(clickAt), calling(clickAt), { text: 'Then not.' });
    const run = await ask('purpose');
    await bed.user.decide(await bed.user.pending(run), 'deny');
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs).toEqual([]);
    expect((await bed.user.transcript(run.thread_id)).approvals).toHaveLength(1);
  });
});

describe('a yes that is given on the desktop itself', () => {
  it('does not send the old call: the model sees the screen anew and its next such input goes', async () => {
    await placeDevice('::ffff:127.0.0.1');
    bed.model.script(looking, calling(clickAt), calling(clickAt), { text: 'Done.' });
    const run = await ask('each_input');
    const approval = await bed.user.pending(run);
    expect(await bed.user.decide(approval, 'approve')).toMatchObject({
      state: 'approved',
      same_desktop: true,
    });
    await bed.user.reaches(run, 'succeeded');
    expect(await callsOf(run)).toEqual([
      ['computer_observe', true],
      ['computer_click', 'approved_on_desktop'],
      ['computer_observe', true],
      ['computer_click', true],
    ]);
    expect(bed.device.daemon.inputs).toHaveLength(1);
    expect(JSON.stringify(bed.model.requests[2]?.messages)).toContain(fixedPhrases.approvedOnDesktop);
  });

  it('is told of where it was used again', async () => {
    await placeDevice('127.0.0.1');
    bed.model.script(looking, calling(clickAt), calling(clickAt), { text: 'Done.' });
    const run = await ask('each_input');
    await bed.user.decide(await bed.user.pending(run), 'approve');
    await bed.user.reaches(run, 'succeeded');
    const { messages, calls } = await bed.user.transcript(run.thread_id);
    const told = messages.find(({ text }) => text.startsWith('Sent on your earlier yes: '));
    expect(told).toMatchObject({ role: 'notice', state: 'finished' });
    expect(told?.text).toContain('computer_click');
    expect(told?.position).toBeLessThan(calls.at(-1)?.position ?? 0);
  });

  it.each([
    ['point', { point: { x: 60, y: 2 }, button: 'left' }],
    ['button', { point: { x: 4, y: 2 }, button: 'right' }],
  ])('asks again for an input of the same tool with another %s', async (_, others) => {
    await placeDevice('127.0.0.1');
    const other = (id: string) => ({ tool: 'computer_click', arguments: { observation_id: id, ...others } });
    bed.model.script(looking, calling(clickAt), calling(other), { text: 'Then not.' });
    const run = await ask('each_input');
    await bed.user.decide(await bed.user.pending(run), 'approve');
    const again = await bed.user.pending(run);
    expect(bed.device.daemon.inputs).toEqual([]);
    await bed.user.decide(again, 'deny');
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs).toEqual([]);
  });

  it('asks again for other keys, and for what was approved before it', async () => {
    await placeDevice('127.0.0.1');
    const press = (key: string) => ({ calls: [{ tool: 'computer_press_keys', arguments: { keys: [key] } }] });
    bed.model.script(looking, press('escape'), press('delete'), press('escape'), { text: 'Then not.' });
    const run = await ask('each_input');
    await bed.user.decide(await bed.user.pending(run), 'approve');
    await bed.user.decide(await bed.user.pending(run), 'deny');
    await bed.user.decide(await bed.user.pending(run), 'deny');
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs).toEqual([]);
  });

  it('is good for one input only', async () => {
    await placeDevice('127.0.0.1');
    bed.model.script(looking, calling(clickAt), calling(clickAt, clickAt), { text: 'Done.' });
    const run = await ask('each_input');
    await bed.user.decide(await bed.user.pending(run), 'approve');
    const again = await bed.user.pending(run);
    expect(bed.device.daemon.inputs).toHaveLength(1);
    await bed.user.decide(again, 'deny');
    await bed.user.reaches(run, 'succeeded');
    expect(bed.device.daemon.inputs).toHaveLength(1);
  });
});

describe('the desk', () => {
  it('lets a question run out that nobody answers', async () => {
    bed.model.script(looking, calling(clickAt), { text: 'Then not.' });
    const run = await ask('each_input');
    const approval = await bed.user.pending(run);
    const { context } = bed.server;
    // Its time is over for a desk whose clock is later; the server's own still waits.
    const later = new Date(Date.parse(approval.expires_at));
    const desk = createApprovalDesk({ journal: createApprovalJournal(context), now: () => later });
    const signal = new AbortController().signal;
    expect(await desk.wait(approval, undefined, signal)).toEqual({ state: 'expired', sameDesktop: false });
    expect((await bed.user.transcript(run.thread_id)).approvals).toMatchObject([{ state: 'expired' }]);
    expect((await callsOf(run)).at(-1)).toEqual(['computer_click', 'approval_expired']);
    expect(bed.device.daemon.inputs).toEqual([]);
  });

  it('knows a machine by its address', () => {
    expect(isSameHost('::ffff:192.0.2.7', '192.0.2.7')).toBe(true);
    expect(isSameHost('::1', '127.0.0.1')).toBe(true);
    expect(isSameHost('192.0.2.7', '192.0.2.8')).toBe(false);
    expect(isSameHost(undefined, '127.0.0.1')).toBe(false);
  });
});
