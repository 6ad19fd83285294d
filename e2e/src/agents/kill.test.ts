import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../harness/eventually.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { startModelServer, type ModelServer } from '../model-server/model-server.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { threadSchema, type Transcript } from '../web-ui/api-schemas.ts';
import { addModel, startModelRun } from '../web-ui/model-run.ts';
import { bindThread, controlOperations, readTranscript } from '../web-ui/operator-run.ts';
import { pairScriptedPeer } from '../web-ui/pair-peer.ts';
import type { ScriptedDesktopPeer } from '../web-ui/scripted-desktop-peer.ts';
import { setUpOwner, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';
import { followEvents, textsOf, type SeenEvents } from './event-stream.ts';

const shared = createTeardown();
let models: ModelServer;
let teardown: Teardown;
let webUi: WebUi;
let api: ApiClient;

beforeAll(async () => {
  models = await startModelServer({ teardown: shared, paceMs: 10 });
});
afterAll(() => shared.close());

beforeEach(async () => {
  teardown = createTeardown();
  webUi = await startWebUi({ teardown });
  api = await setUpOwner(webUi);
});
afterEach(() => teardown.close());

type Started = { readonly threadId: string; readonly seen: SeenEvents };

/** A run of a scripted model, followed by a page from its first event on. */
async function startRun(
  plan: string,
  { peer, approval }: { readonly peer?: ScriptedDesktopPeer; readonly approval?: 'each_input' } = {},
): Promise<Started> {
  const modelId = await addModel(api, { baseUrl: models.baseUrl, plan });
  const threadId = await newThread(peer);
  const seen = await followEvents(api, { after: 0, teardown });
  await startModelRun(api, { threadId, modelId, prompt: 'Go on.', ...(approval && { approval }) });
  return { threadId, seen };
}

async function newThread(peer: ScriptedDesktopPeer | undefined): Promise<string> {
  if (peer === undefined)
    return (await api.post('/api/threads', { body: {}, answer: threadSchema })).thread_id;
  const deviceId = peer.identity.resourceId;
  return bindThread(api, { deviceId, operations: controlOperations, workingDirectory: '/home/ada' });
}

/** Kills the server without warning, starts it again on what it left, and gives what it then says. */
async function killAndRestart({ threadId, seen }: Started): Promise<Transcript> {
  webUi.program.kill('SIGKILL');
  await Promise.all([webUi.program.exited, seen.ended]);
  const { dataDirectory, origin } = webUi;
  webUi = await startWebUi({ teardown, dataDirectory, port: new URL(origin).port });
  return readTranscript(api, threadId);
}

/** Everything that the page was told is still there, and the events go on without a gap. */
async function expectNothingLost({ seen }: Started, transcript: Transcript): Promise<void> {
  const [first = 0] = seen.ids;
  const last = seen.ids.at(-1) ?? 0;
  expect(seen.ids).toEqual(seen.ids.map((_, at) => first + at));
  const stored = new Map(transcript.messages.map((message) => [message.message_id, message.text]));
  for (const [id, text] of textsOf(seen.events)) expect(stored.get(id)?.startsWith(text)).toBe(true);
  for (const event of seen.events) {
    if (event.type !== 'tool_call') continue;
    const call = transcript.calls.find(({ call_id }) => call_id === event.call.call_id);
    expect(call).toMatchObject({ position: event.call.position, call: event.call.call });
    if (event.call.state === 'finished') expect(call).toEqual(event.call);
  }
  const next = await followEvents(api, { after: last, teardown });
  await eventually(() => next.events.find(({ type }) => type === 'run'), { what: 'the end of the run' });
  expect(next.ids).toEqual(next.ids.map((_, at) => last + 1 + at));
}

describe('a server that is killed', () => {
  it('while text streams keeps all text that was shown, cut, and says that the run ended', async () => {
    const started = await startRun('slow-talker');
    await eventually(
      () => [...textsOf(started.seen.events).values()].find((text) => text.includes('word 9')),
      {
        what: 'the first words',
      },
    );
    const transcript = await killAndRestart(started);
    expect(transcript.runs).toMatchObject([{ state: 'failed', ended_by: 'server' }]);
    expect(transcript.runs[0]?.reason).toContain('without warning');
    expect(transcript.messages.map(({ role, state }) => [role, state])).toEqual([
      ['user', 'finished'],
      ['assistant', 'cut'],
    ]);
    await expectNothingLost(started, transcript);
  });

  it('while an input is in flight says that its outcome is unknown and never sends it again', async () => {
    const { peer } = await pairScriptedPeer(api, { name: 'Scripted', teardown });
    peer.next('computer.click', 'hang');
    const started = await startRun('repeater', { peer });
    await peer.arrived('computer.click');
    await eventually(
      () => started.seen.events.find((event) => event.type === 'tool_call' && isClick(event.call)),
      { what: 'the click to be shown' },
    );
    const transcript = await killAndRestart(started);
    expect(transcript.runs).toMatchObject([{ state: 'failed', ended_by: 'server' }]);
    expect(transcript.calls.at(-1)).toMatchObject({
      call: { tool: 'computer_click' },
      state: 'finished',
      result: { code: 'unknown_outcome', dispatch_stage: 'unknown' },
    });
    await expectNothingLost(started, transcript);
    expect(peer.inputs).toHaveLength(1);
  });

  it('while an approval waits says that the input was never sent', async () => {
    const { peer } = await pairScriptedPeer(api, { name: 'Scripted', teardown });
    const started = await startRun('repeater', { peer, approval: 'each_input' });
    await eventually(() => started.seen.events.find(({ type }) => type === 'approval'), {
      what: 'the question',
    });
    const transcript = await killAndRestart(started);
    expect(transcript.runs).toMatchObject([{ state: 'failed', ended_by: 'server' }]);
    expect(transcript.runs[0]?.reason).toContain('never sent');
    expect(transcript.approvals).toMatchObject([{ state: 'cancelled' }]);
    expect(transcript.calls.at(-1)).toMatchObject({
      call: { tool: 'computer_click' },
      state: 'finished',
      result: { code: 'cancelled', dispatch_stage: 'pre_dispatch' },
    });
    await expectNothingLost(started, transcript);
    expect(peer.inputs).toEqual([]);
  });
});

const isClick = ({ call }: { readonly call: { readonly tool: string } }) => call.tool === 'computer_click';
