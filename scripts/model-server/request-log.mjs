import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { imagesOf, textOf } from './conversation.mjs';

/**
 * Appends one JSON line an event to a file, so that a test reads what a model was really told. Images are named by
 * their digest and size, a bearer only by its presence.
 *
 * @param {string | undefined} path undefined: nothing is kept
 */
export function createRequestLog(path) {
  /** @param {Record<string, unknown>} event */
  const append = (event) => {
    if (path === undefined) return;
    appendFileSync(path, `${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`, { mode: 0o600 });
  };
  return {
    /** @param {string} id @param {any} request @param {boolean} authorized */
    request: (id, request, authorized) =>
      append({
        type: 'request',
        id,
        model: request.model,
        stream: request.stream === true,
        authorized,
        tools: (request.tools ?? []).map((/** @type {any} */ tool) => tool.function?.name),
        messages: (request.messages ?? []).map(messageOf),
      }),
    /** @param {string} id @param {'finished' | 'failed' | 'left'} how `left`: the client went before the end */
    end: (id, how) => append({ type: 'end', id, how }),
  };
}

/** @param {any} message */
function messageOf(message) {
  const images = imagesOf(message.content).map((bytes) => ({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
  }));
  const calls = (message.tool_calls ?? []).map((/** @type {any} */ call) => ({
    name: call.function?.name,
    arguments: call.function?.arguments,
  }));
  return {
    role: message.role,
    text: textOf(message.content),
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { calls }),
  };
}
