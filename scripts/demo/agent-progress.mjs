import { setTimeout as delay } from 'node:timers/promises';
import { say } from '../progress.mjs';
import { ScriptError } from '../script-error.mjs';

const pollMs = 100;
const limitMs = 120_000;
const endStates = ['succeeded', 'stopped', 'failed'];

/**
 * Says what a run does while it does it, and gives its transcript once it has ended.
 *
 * @param {{ api: ReturnType<typeof import('./web-ui.mjs').createApiClient>, threadId: string, runId: string,
 *   signal: AbortSignal }} options
 * @returns {Promise<{ transcript: any, ended: any }>}
 */
export async function followRun({ api, threadId, runId, signal }) {
  const deadline = Date.now() + limitMs;
  const said = new Set();
  for (;;) {
    const transcript = await api.get(`/api/threads/${threadId}/transcript`);
    for (const { id, line } of linesOf(transcript)) {
      if (!said.has(id)) say(`    ${line}`);
      said.add(id);
    }
    const run = transcript.runs.find((/** @type {any} */ { run_id }) => run_id === runId);
    if (endStates.includes(run.state)) return { transcript, ended: run };
    if (Date.now() > deadline) {
      throw new ScriptError(
        `The run was not done after ${limitMs / 1000} s; it is ${run.state}.`,
        'Try again on a less busy machine.',
      );
    }
    await delay(pollMs, undefined, { signal });
  }
}

/** What is finished, in the order of the transcript. @param {any} transcript */
function linesOf({ messages, calls }) {
  const texts = messages
    .filter((/** @type {any} */ { role, state }) => role !== 'user' && state !== 'streaming')
    .map((/** @type {any} */ message) => ({
      id: message.message_id,
      position: message.position,
      line: `${message.role === 'assistant' ? 'model' : message.role}: ${message.text.trim()}`,
    }));
  const actions = calls
    .filter((/** @type {any} */ { state }) => state === 'finished')
    .map((/** @type {any} */ call) => ({ id: call.call_id, position: call.position, line: callLine(call) }));
  return [...texts, ...actions].sort((first, second) => first.position - second.position);
}

/** @param {any} call */
function callLine({ call, result, duration_ms }) {
  const point = call.arguments.point;
  const at = point === undefined ? '' : ` at ${point.x}, ${point.y}`;
  return `→ ${call.tool}${at}: ${outcome(result)} (${duration_ms} ms)`;
}

/** @param {any} result */
function outcome(result) {
  if (result.kind === 'action') return result.effect;
  if (result.kind === 'error') return `${result.code}: ${result.message}`;
  if (result.kind === 'observation') return `${result.width}×${result.height}`;
  return result.displays
    .map((/** @type {any} */ display) => `${display.name} ${display.width}×${display.height}`)
    .join(', ');
}
