import { describe, expect, it } from 'vitest';
import type { Approval } from '../../shared/approvals.ts';
import { exampleCall, exampleRun, exampleTranscript } from '../../shared/testing/example-transcript.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { outcomeOf, scopeOf } from './approval-words.ts';
import { pendingCount, shownApproval } from './shown-approval.ts';

const at = exampleRun.started_at;
const run: Run = { ...exampleRun, state: 'waiting', approval: 'each_input' };
const call: ToolCall = {
  ...exampleCall,
  position: 3,
  call: { tool: 'computer_press_keys', arguments: { keys: ['enter'] } },
  state: 'waiting',
};
const approval: Approval = {
  approval_id: 'approval-1',
  run_id: run.run_id,
  thread_id: run.thread_id,
  call_id: call.call_id,
  kind: 'each_input',
  purpose: null,
  state: 'pending',
  same_desktop: false,
  created_at: at,
  expires_at: at,
  decided_at: null,
};
const transcript = exampleTranscript({ runs: [run], calls: [call], approvals: [approval] });

describe('what is shown of the approvals', () => {
  it('is the one that waits for an answer', () => {
    const before = { ...approval, approval_id: 'approval-0', state: 'approved' } as const;
    expect(shownApproval({ ...transcript, approvals: [before, approval] })?.approval).toBe(approval);
    expect(pendingCount(transcript)).toBe(1);
  });

  it('is the outcome of the last one until something else happens in the run', () => {
    const denied = { ...approval, state: 'denied' } as const;
    expect(shownApproval({ ...transcript, approvals: [denied] })?.approval).toBe(denied);
    const next = { ...call, call_id: 'call-2', position: 4 };
    expect(shownApproval({ ...transcript, approvals: [denied], calls: [call, next] })).toBeNull();
  });

  it('is nothing once the run has ended', () => {
    const ended = { ...run, state: 'stopped', ended_at: at } as const;
    expect(shownApproval({ ...transcript, runs: [ended] })).toBeNull();
  });
});

it('says before the click what a yes that is given on the desktop itself holds for', () => {
  expect(scopeOf(approval)).toContain('the yes then holds for the same input only, for 2 minutes');
});

describe('the outcome in words', () => {
  it('says that the server looks again when the answer was given on the desktop itself', () => {
    const words = outcomeOf({ ...approval, state: 'approved', same_desktop: true }, true);
    expect(words?.sentence).toMatch(/looks again first/);
    expect(outcomeOf({ ...approval, state: 'approved' }, true)?.sentence).not.toMatch(/looks again/);
  });

  it('says where the answer came from when it was not given here', () => {
    expect(outcomeOf({ ...approval, state: 'denied' }, false)?.sentence).toMatch(/another window/);
    expect(outcomeOf({ ...approval, state: 'denied' }, true)?.sentence).not.toMatch(/another window/);
  });

  it('is none while the question is open', () => {
    expect(outcomeOf(approval, false)).toBeNull();
  });
});
