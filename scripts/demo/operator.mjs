import { randomUUID } from 'node:crypto';
import { ScriptError } from '../script-error.mjs';

const observeOnly = ['environment.computer.describe', 'environment.computer.observe'];
const alias = 'desktop';

/**
 * Binds a new conversation to the device and starts an Operator run in it: the person is the model.
 *
 * @param {{ api: ReturnType<typeof import('./web-ui.mjs').createApiClient>, device: any, mayClick: boolean }} options
 */
export async function startOperatorRun({ api, device, mayClick }) {
  const thread = await api.post('/api/threads', {
    title: 'Demo',
    configuration: {
      environment_bindings: [
        {
          device_id: device.device_id,
          alias,
          working_directory: device.desktop.default_working_directory,
          permission_ceiling: {
            operations: mayClick ? [...observeOnly, 'environment.computer.click'] : observeOnly,
          },
        },
      ],
      default_environment: alias,
    },
  });
  const run = await api.post(`/api/threads/${thread.thread_id}/runs`, { agent: 'operator' });
  const path = `/api/threads/${thread.thread_id}/runs/${run.run_id}`;

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
    threadId: thread.thread_id,
    observe: async () => {
      const { result, durationMs } = await call('computer_observe', {});
      if (result.attachment === null) {
        throw new ScriptError(
          'The screenshot could not be stored.',
          'Check that the temporary directory has space.',
        );
      }
      const bytes = await api.getBytes(
        `/api/threads/${thread.thread_id}/attachments/${result.attachment.attachment_id}`,
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
