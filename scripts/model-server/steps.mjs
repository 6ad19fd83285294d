import { readScreen } from './screen.mjs';

const mostAttempts = 3;

/**
 * @typedef {{ name: string, arguments: Record<string, unknown> }} PlannedCall
 * @typedef {{ text?: string, reasoning?: string, calls?: PlannedCall[] }} Reply no calls: the model ends its turn
 * @typedef {import('./conversation.mjs').Conversation} Conversation
 * @typedef {Conversation & { screen: import('./screen.mjs').Screen | undefined,
 *   firstScreen: import('./screen.mjs').Screen | undefined }} Seen the newest and the oldest screenshot that it has
 */

/**
 * A plan of one step after the other. A step whose calls were refused is tried again with what the model has seen
 * meanwhile, so that a fresh screenshot after a stale reference is used; after three refusals the model says why.
 *
 * @param {readonly ((seen: Seen) => Reply)[]} steps the last one calls nothing
 * @returns {(conversation: Conversation) => Promise<Reply>}
 */
export function inSteps(steps) {
  return async (conversation) => {
    let index = 0;
    let attempts = 0;
    for (const { calls } of conversation.turns) {
      const succeeded = calls.every(({ ok }) => ok);
      attempts = succeeded ? 0 : attempts + 1;
      if (succeeded) index += 1;
    }
    if (attempts >= mostAttempts) return { text: `I stop here: ${lastAnswer(conversation)}` };
    const reply = steps[Math.min(index, steps.length - 1)](await look(conversation));
    const missing = (reply.calls ?? []).find(({ name }) => !conversation.tools.includes(name));
    if (missing === undefined) return reply;
    return { text: `I would need \`${missing.name}\`, which this conversation does not give me.` };
  };
}

/** @param {Conversation} conversation @returns {Promise<Seen>} */
async function look(conversation) {
  const { images } = conversation;
  const [first, newest] = [images[0], images.at(-1)];
  const screen = newest && (await readScreen(newest));
  return { ...conversation, screen, firstScreen: first === newest ? screen : await readScreen(first) };
}

/** @param {Conversation} conversation */
const lastAnswer = ({ turns }) =>
  turns.at(-1)?.calls.find(({ ok }) => !ok)?.answer ?? 'nothing was answered.';
