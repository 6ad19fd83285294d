import type { Transcript } from '../../shared/threads.ts';
import { describeRunState } from '../../shared/call-words.ts';
import { endWords } from '../../shared/run-words.ts';

const longestSpoken = 300;

/**
 * What a screen reader says of a change: whole answers rather than their pieces, the end of a run, and that something
 * waits for the person. `null`: nothing worth an interruption.
 */
export function announcementOf(before: Transcript, after: Transcript): string | null {
  const said = [
    ...finishedAnswers(before, after),
    ...waitingCalls(before, after),
    ...endedRuns(before, after),
  ];
  return said.length === 0 ? null : said.join(' ');
}

function finishedAnswers(before: Transcript, after: Transcript): string[] {
  if (before.messages === after.messages) return [];
  const known = new Map(before.messages.map((message) => [message.message_id, message.state]));
  return after.messages.flatMap(({ message_id: id, role, state, text }) => {
    const isNew =
      role === 'assistant' && state !== 'streaming' && (known.get(id) ?? 'streaming') === 'streaming';
    if (!isNew || text === '') return [];
    const spoken = text.length > longestSpoken ? `${text.slice(0, longestSpoken)} …` : text;
    return [state === 'cut' ? `${spoken} The stream ended here.` : spoken];
  });
}

function waitingCalls(before: Transcript, after: Transcript): string[] {
  if (before.approvals === after.approvals) return [];
  const known = new Set(before.approvals.map((approval) => approval.approval_id));
  const isAsked = after.approvals.some(({ approval_id: id, state }) => state === 'pending' && !known.has(id));
  return isAsked ? ['The run asks for your approval.'] : [];
}

function endedRuns(before: Transcript, after: Transcript): string[] {
  if (before.runs === after.runs) return [];
  const going = new Set(before.runs.filter((run) => run.ended_at === null).map((run) => run.run_id));
  return after.runs
    .filter((run) => run.ended_at !== null && going.has(run.run_id))
    .map((run) =>
      [`Run ${describeRunState(run.state).label.toLowerCase()}.`, endWords(run) ?? ''].join(' ').trim(),
    );
}
