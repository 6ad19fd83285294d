import { randomUUID } from 'node:crypto';
import { say } from '../progress.mjs';
import { ScriptError } from '../script-error.mjs';
import { bindConversation, observeOnly } from './binding.mjs';
import { compareScreenshots } from './evidence.mjs';

/**
 * Observes, clicks into the target where there is one, observes again, and proves what changed.
 *
 * @param {{ api: ReturnType<typeof import('./web-ui.mjs').createApiClient>, device: any, output: string | undefined,
 *   target: { x: number, y: number, width: number, height: number } | undefined }} options no target, no click
 */
export async function demoByHand({ api, device, target, output }) {
  const run = await startOperatorRun({ api, device, mayClick: target !== undefined });
  const before = await run.observe();
  say(`• Observed ${before.width}×${before.height} in ${before.durationMs} ms`);
  let effect = 'not_attempted';
  if (target !== undefined) {
    const [display] = device.desktop.displays;
    const point = {
      x: Math.floor(((target.x + target.width / 2) * before.width) / display.width),
      y: Math.floor(((target.y + target.height / 2) * before.height) / display.height),
    };
    const click = await run.click({ observationId: before.observation_id, point });
    effect = click.effect;
    say(`• Clicked ${point.x}, ${point.y}: ${effect}`);
  }
  const after = await run.observe();
  await run.finish();
  const evidence = await compareScreenshots({ before: before.bytes, after: after.bytes, output });
  if (target !== undefined && (effect !== 'executed' || evidence.changed_pixels === 0)) {
    throw new ScriptError(
      `The click was ${effect} and changed ${evidence.changed_pixels} pixels.`,
      'Compare the two screenshots above: the red area should have turned green.',
    );
  }
  return {
    threadId: run.threadId,
    result: { click_effect: effect, observe_ms: before.durationMs, ...evidence },
  };
}

/**
 * Binds a new conversation to the device and starts an Operator run in it: the person is the model.
 *
 * @param {{ api: ReturnType<typeof import('./web-ui.mjs').createApiClient>, device: any, mayClick: boolean }} options
 */
async function startOperatorRun({ api, device, mayClick }) {
  const operations = mayClick ? [...observeOnly, 'environment.computer.click'] : observeOnly;
  const threadId = await bindConversation({ api, device, title: 'Demo', operations });
  const run = await api.post(`/api/threads/${threadId}/runs`, { agent: 'operator' });
  const path = `/api/threads/${threadId}/runs/${run.run_id}`;

  /** @param {string} tool @param {Record<string, unknown>} args */
  const call = async (tool, args) => {
    const done = await api.post(`${path}/calls`, { call_id: randomUUID(), call: { tool, arguments: args } });
    if (done.result.kind !== 'error') return { result: done.result, durationMs: done.duration_ms };
    const { code, message } = done.result;
    throw new ScriptError(
      `${tool} failed with ${code}: ${message}`,
      'See docs/errors.md for what this code means.',
    );
  };
  return {
    threadId,
    observe: async () => {
      const { result, durationMs } = await call('computer_observe', {});
      if (result.attachment === null) {
        throw new ScriptError(
          'The screenshot could not be stored.',
          'Check that the temporary directory has space.',
        );
      }
      const bytes = await api.getBytes(
        `/api/threads/${threadId}/attachments/${result.attachment.attachment_id}`,
      );
      return { ...result, bytes, durationMs };
    },
    /** @param {{ observationId: string, point: { x: number, y: number } }} click */
    click: async ({ observationId, point }) => {
      const { result } = await call('computer_click', {
        observation_id: observationId,
        point,
        button: 'left',
      });
      return result;
    },
    finish: () => api.post(`${path}/finish`),
  };
}
