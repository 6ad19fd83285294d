/**
 * @typedef {{ id: string, name: string, arguments: any, answer: string | undefined, ok: boolean }} Call
 *   `answer`: undefined until it came
 * @typedef {{ text: string, calls: Call[] }} Turn
 * @typedef {{ prompt: string, text: string, turns: Turn[], images: Buffer[], tools: string[],
 *   observationId: string | undefined }} Conversation
 *   `turns`: those of this run in which a tool was called; `text`: everything the model was told, for plans that read;
 *   `observationId`: the newest that was named
 */

/**
 * What a request for a chat completion tells, read as a model reads it.
 *
 * @param {any} request its parsed body
 * @returns {Conversation}
 */
export function readConversation(request) {
  const messages = Array.isArray(request.messages) ? request.messages : [];
  const firstCall = messages.findIndex(callsTools);
  const asked = messages.slice(0, firstCall === -1 ? messages.length : firstCall);
  const texts = messages.map((/** @type {any} */ message) => textOf(message.content));
  return {
    prompt: textOf(asked.findLast((/** @type {any} */ { role }) => role === 'user')?.content),
    text: texts.join('\n'),
    turns: messages.filter(callsTools).map((/** @type {any} */ message) => turnOf(message, messages)),
    images: messages.flatMap((/** @type {any} */ message) => imagesOf(message.content)),
    tools: (request.tools ?? []).map((/** @type {any} */ tool) => tool.function?.name),
    observationId: texts
      .flatMap((/** @type {string} */ text) => text.match(/\bobs-[0-9a-f]{8}\b/g) ?? [])
      .at(-1),
  };
}

/** @param {any} message */
const callsTools = (message) => message.role === 'assistant' && (message.tool_calls ?? []).length > 0;

/** @param {any} message @param {any[]} messages @returns {Turn} */
function turnOf(message, messages) {
  const calls = message.tool_calls.map((/** @type {any} */ call) => {
    const answer = messages.find(({ role, tool_call_id }) => role === 'tool' && tool_call_id === call.id);
    const text = answer === undefined ? undefined : textOf(answer.content);
    return {
      id: call.id,
      name: call.function.name,
      arguments: parsed(call.function.arguments),
      answer: text,
      ok: text !== undefined && !/"ok"\s*:\s*false/.test(text),
    };
  });
  return { text: textOf(message.content), calls };
}

/** @param {any} content a string or a list of parts @returns {string} */
export function textOf(content) {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

/** The images of one message, decoded from their data URLs. @param {any} content @returns {Buffer[]} */
export function imagesOf(content) {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const url = part.type === 'image_url' ? part.image_url?.url : undefined;
    const encoded = typeof url === 'string' ? /^data:image\/[\w+.-]+;base64,(.+)$/.exec(url)?.[1] : undefined;
    return encoded === undefined ? [] : [Buffer.from(encoded, 'base64')];
  });
}

/** @param {string} json */
function parsed(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
