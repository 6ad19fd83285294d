import { setTimeout as delay } from 'node:timers/promises';

const deltaLength = 12;

/**
 * Streams what a plan says as chunks of a chat completion.
 *
 * @param {import('node:http').ServerResponse} response
 * @param {{ model: string, id: string, created: number, saying: import('./plans/find-plan.mjs').Saying,
 *   usage: Record<string, number>, paceMs: number, signal: AbortSignal }} reply `signal`: the client is gone
 */
export async function streamReply(response, { model, id, created, saying, usage, paceMs, signal }) {
  const frame = { id, object: 'chat.completion.chunk', created, model };
  /** @param {unknown} body */
  const send = (body) => response.write(`data: ${JSON.stringify(body)}\n\n`);
  /** @param {Record<string, unknown>} delta */
  const sendDelta = (delta) => send({ ...frame, choices: [{ index: 0, delta, finish_reason: null }] });

  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  if (saying.silent) return void (await aborted(signal));
  sendDelta({ role: 'assistant', content: '' });
  for (const delta of deltasOf(saying)) {
    sendDelta(delta);
    const pause = saying.paceMs ?? paceMs;
    if (pause > 0) await delay(pause, undefined, { signal });
  }
  if (saying.cut) return void response.destroy();
  send({ ...frame, choices: [{ index: 0, delta: {}, finish_reason: finishReasonOf(saying) }] });
  send({ ...frame, choices: [], usage });
  response.end('data: [DONE]\n\n');
}

/**
 * The same as one body, for clients that ask for no stream.
 *
 * @param {{ model: string, id: string, created: number, saying: import('./plans/find-plan.mjs').Saying,
 *   usage: Record<string, number> }} reply
 */
export function wholeReply({ model, id, created, saying, usage }) {
  const calls = (saying.calls ?? []).map(encodedCall);
  const message = {
    role: 'assistant',
    content: saying.text ?? '',
    ...(saying.reasoning === undefined ? {} : { reasoning_content: saying.reasoning }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
  const choice = { index: 0, message, finish_reason: finishReasonOf(saying) };
  return { id, object: 'chat.completion', created, model, choices: [choice], usage };
}

/** @param {import('./plans/find-plan.mjs').Saying} saying @returns {Record<string, unknown>[]} */
function deltasOf(saying) {
  return [
    ...pieces(saying.reasoning ?? '').map((text) => ({ reasoning_content: text })),
    ...pieces(saying.text ?? '').map((content) => ({ content })),
    ...(saying.calls ?? []).map(encodedCall).flatMap(callDeltas),
  ];
}

/** The name first, then its arguments bit by bit. @param {ReturnType<typeof encodedCall>} call @param {number} index */
function callDeltas(call, index) {
  const { name, arguments: encoded } = call.function;
  return [
    { tool_calls: [{ index, id: call.id, type: 'function', function: { name, arguments: '' } }] },
    ...pieces(encoded).map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

/** @param {import('./steps.mjs').PlannedCall} call */
const encodedCall = (call) => ({
  id: `call_${crypto.randomUUID().replaceAll('-', '')}`,
  type: 'function',
  function: { name: call.name, arguments: JSON.stringify(call.arguments) },
});

/** @param {import('./plans/find-plan.mjs').Saying} saying */
const finishReasonOf = ({ calls = [] }) => (calls.length > 0 ? 'tool_calls' : 'stop');

/** @param {string} text */
function pieces(text) {
  const characters = [...text];
  return Array.from({ length: Math.ceil(characters.length / deltaLength) }, (_, index) =>
    characters.slice(index * deltaLength, (index + 1) * deltaLength).join(''),
  );
}

/** @param {AbortSignal} signal */
const aborted = (signal) =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', resolve, { once: true });
  });
