import { randomUUID } from 'node:crypto';
import { connectDaemon, startHost } from '../connected-daemon.mjs';
import { bindConversation, observeOnly } from '../../demo/binding.mjs';
import { followEvents } from '../follow-events.mjs';
import { interleave } from '../rounds.mjs';
import { row } from '../rows.mjs';
import { openStage } from '../stage.mjs';
import { median } from '../statistics.mjs';

const allowanceMs = 60;

/** @type {import('../groups.mjs').Group} */
export async function conversation(context) {
  const stage = await openStage({ size: '1920x1080', ...context });
  const ours = await stage.start('our-desktop');
  const hub = await startHost(context);
  const { device } = await connectDaemon(hub, { ...context, environment: stage.environment });
  const threadId = await bindConversation({ api: hub.api, device, title: 'Bench', operations: observeOnly });
  const { run_id: runId } = await hub.api.post(`/api/threads/${threadId}/runs`, { agent: 'operator' });
  const events = await followEvents(hub, context);

  const untilSeen = async () => {
    const callId = randomUUID();
    const started = performance.now();
    const seen = events.until(
      (event) =>
        event.includes(callId) && event.includes('"state":"finished"') && event.includes('"attachment"'),
    );
    const call = { tool: 'computer_observe', arguments: {} };
    const answered = hub.api.post(`/api/threads/${threadId}/runs/${runId}/calls`, { call_id: callId, call });
    const seenMs = (await seen) - started;
    await answered;
    return seenMs;
  };
  const samples = await interleave({
    ...context,
    title: 'conversation observe',
    before: stage.paint,
    contenders: [
      { name: 'in process', measure: () => ours.call('observe') },
      { name: 'conversation', measure: untilSeen },
    ],
  });
  return [
    row({
      work: 'conversation observe: tool call until the SSE event',
      ours: median(samples('conversation')),
      unit: 'ms',
      against: `in process + ${allowanceMs} ms`,
      theirs: median(samples('in process')) + allowanceMs,
      goal: 1,
    }),
  ];
}
