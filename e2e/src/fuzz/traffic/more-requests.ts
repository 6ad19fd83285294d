import type { JsonObject } from '../mutation/mutate-json.ts';

const context = { operation_id: '' };
const onImage = { context, observation_id: '', point: { x: 20, y: 20 } };

const inSession = (method: string, params: JsonObject): JsonObject => ({
  ...{ jsonrpc: '2.0', id: 0, method, params },
  eip_session: '',
});

/** What a Host may say beside what the recorded one did: other methods, other options, other versions. */
export const moreRequests: readonly JsonObject[] = [
  inSession('environment.describe', { context }),
  inSession('session.attach', {}),
  inSession('computer.observe', { context, max_dimension: 256, format: 'png' }),
  inSession('computer.observe', { context, max_dimension: 512, format: 'webp' }),
  inSession('computer.observe', {
    ...{ context, observation_id: '' },
    region: { x: 10, y: 10, width: 100, height: 80 },
  }),
  inSession('computer.click', { ...onImage, button: 'left', count: 3, modifiers: ['shift', 'control'] }),
  inSession('computer.click', { ...onImage, button: 'back' }),
  inSession('computer.move', { ...onImage, modifiers: ['alt'] }),
  inSession('computer.drag', {
    ...{ context, observation_id: '', button: 'left', duration_ms: 100 },
    path: [
      { x: 1, y: 1 },
      { x: 60, y: 40 },
      { x: 90, y: 90 },
    ],
  }),
  inSession('computer.press_keys', { context, keys: ['shift', 'a'], hold_ms: 30 }),
  inSession('computer.type_text', { context, text: 'text' }),
  inSession('file.stat', { context, path: { path: '/' } }),
  inSession('output.read', { context, reference: 'output-1', start_offset: 0 }),
  inSession('process.wait', { context, handle: 'process-1', condition: 'initial_terminal' }),
];
