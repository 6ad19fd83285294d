import { describe, expect, it } from 'vitest';
import type { Approval } from '../../shared/approvals.ts';
import type { Run, ToolCall, Transcript } from '../../shared/threads.ts';
import { outcomeOf, scopeOf, typedText } from './approval-words.ts';
import { pendingCount, shownApproval } from './shown-approval.ts';

const at = '2026-11-30T12:00:00.000Z';
const run: Run = {
  run_id: 'run-1',
  thread_id: 'thread-1',
  agent: 'model',
  agent_name: 'Sonnet',
  model: null,
  state: 'waiting',
  reason: null,
  ended_by: null,
  environment: { environment_bindings: [], default_environment: null },
  tools: [],
  budget: null,
  approval: 'each_input',
  usage: { steps: 0, input_tokens: 0, output_tokens: 0 },
  started_at: at,
  ended_at: null,
};
const call: ToolCall = {
  call_id: 'call-1',
  run_id: 'run-1',
  position: 3,
  call: { tool: 'computer_press_keys', arguments: { keys: ['enter'] } },
  alias: 'desktop',
  state: 'waiting',
  result: null,
  started_at: at,
  duration_ms: null,
};
const approval: Approval = {
  approval_id: 'approval-1',
  run_id: 'run-1',
  thread_id: 'thread-1',
  call_id: 'call-1',
  kind: 'each_input',
  purpose: null,
  state: 'pending',
  same_desktop: false,
  created_at: at,
  expires_at: at,
  decided_at: null,
};
const transcript: Transcript = {
  thread: {
    thread_id: 'thread-1',
    project_id: null,
    title: 'A conversation',
    configuration: { environment_bindings: [], default_environment: null },
    created_at: at,
    updated_at: at,
  },
  runs: [run],
  messages: [],
  calls: [call],
  approvals: [approval],
  last_event_id: 1,
};

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

it('shows what is about to be typed, a long text only in part', () => {
  const type = (text: string) => typedText({ tool: 'computer_type_text', arguments: { text } });
  expect(type('hello')).toBe('hello');
  expect(type('😀'.repeat(510))).toMatch(/^(😀){500}… and 10 more characters/u);
  expect(typedText(call.call)).toBeNull();
});
