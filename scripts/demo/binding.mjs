export const observeOnly = ['environment.computer.describe', 'environment.computer.observe'];
export const observeAndControl = [
  ...observeOnly,
  ...['click', 'move', 'drag', 'scroll', 'type_text', 'press_keys'].map(
    (name) => `environment.computer.${name}`,
  ),
];
const alias = 'desktop';

/**
 * A new conversation to which the device is bound with exactly these operations.
 *
 * @param {{ api: ReturnType<typeof import('./web-ui.mjs').createApiClient>, device: any, title?: string,
 *   operations: readonly string[] }} options without a title the first prompt becomes it
 * @returns {Promise<string>} its id
 */
export async function bindConversation({ api, device, title, operations }) {
  const thread = await api.post('/api/threads', {
    ...(title === undefined ? {} : { title }),
    configuration: {
      environment_bindings: [
        {
          device_id: device.device_id,
          alias,
          working_directory: device.desktop.default_working_directory,
          permission_ceiling: { operations },
        },
      ],
      default_environment: alias,
    },
  });
  return thread.thread_id;
}
