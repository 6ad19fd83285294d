import type { ModelMessage } from 'ai';
import type { Message } from '../../shared/messages.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { resultText } from './result-text.ts';

/** What a model is reminded of, the newest first; the rest is in the transcript only. */
const maxLength = 60_000;
const maxLineLength = 400;

export type EarlierRun = {
  readonly run: Pick<Run, 'agent' | 'state' | 'reason'>;
  readonly messages: readonly Pick<Message, 'role' | 'text' | 'position'>[];
  readonly calls: readonly Pick<ToolCall, 'call' | 'alias' | 'result' | 'position'>[];
};

/** The runs before this one as text: prompts, what models said, and a line for each call. Images are not shown again. */
export function earlierRuns(runs: readonly EarlierRun[]): ModelMessage[] {
  const told: ModelMessage[][] = [];
  let length = 0;
  for (const run of [...runs].reverse()) {
    const messages = messagesOf(run);
    length += messages.reduce((sum, { content }) => sum + content.length, 0);
    if (length > maxLength) break;
    told.unshift(messages);
  }
  return told.flat();
}

function messagesOf({ run, messages, calls }: EarlierRun): { role: 'user' | 'assistant'; content: string }[] {
  const prompt = messages.find(({ role }) => role === 'user')?.text;
  const said = messages.filter(({ role }) => role === 'assistant');
  const lines = [
    ...said.map(({ position, text }) => ({ position, text })),
    ...calls.map((call) => ({ position: call.position, text: callLine(call) })),
  ]
    .sort((one, other) => one.position - other.position)
    .map(({ text }) => text);
  if (run.reason !== null && run.state !== 'succeeded') lines.push(`[The run ended: ${run.reason}]`);
  const body = lines.join('\n').slice(0, maxLength);
  if (run.agent === 'operator') {
    if (body === '') return [];
    return [
      { role: 'user', content: `[I used the desktop myself:]\n${body}` },
      { role: 'assistant', content: 'Understood.' },
    ];
  }
  return [
    { role: 'user', content: prompt ?? '[No prompt.]' },
    { role: 'assistant', content: body === '' ? '[No answer.]' : body },
  ];
}

function callLine({ call, alias, result }: EarlierRun['calls'][number]): string {
  const outcome = result === null ? 'no answer' : resultText(result);
  const line = `[${call.tool}${alias === null ? '' : ` on ${alias}`} ${JSON.stringify(call.arguments)} → ${outcome}]`;
  return line.length > maxLineLength ? `${line.slice(0, maxLineLength)}…]` : line;
}
