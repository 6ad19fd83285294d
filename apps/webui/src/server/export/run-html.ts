import type { Message } from '../../shared/messages.ts';
import { describeRunState } from '../../shared/call-words.ts';
import { endWords, usageWords } from '../../shared/run-words.ts';
import type { Run } from '../../shared/threads.ts';
import { markdownHtml } from './markdown-html.ts';
import { markup, type SafeHtml } from './safe-html.ts';
import { timeHtml } from './time-html.ts';

/** The head of a run's section; what happened in it follows, then `</section>`. */
export function runHeadHtml(run: Run, { number, now }: { number: number; now: Date }): SafeHtml {
  const { tone, label } = describeRunState(run.state);
  const ended = endWords(run);
  return markup`<section class="run">
    <header>
      <h2>Run ${number}: ${run.agent_name}</h2>
      <span class="state ${tone}">${label}</span>
    </header>
    <dl>
      <dt>Time</dt>
      <dd>
        ${timeHtml(run.started_at)}${run.ended_at === null ? ' – still going on' : markup` – ${timeHtml(run.ended_at)}`}
      </dd>
      ${run.model === null ? null : fact('Model', modelWords(run.model))}
      ${run.budget === null ? null : fact('Used', usageWords(run, now.getTime()).join(' · '))}
      ${run.approval === 'none' ? null : fact('Approval', approvalModes[run.approval])}
      ${fact('Environments', environmentsOf(run))}
      ${ended === null ? null : fact('End', ended)}
    </dl>`;
}

const fact = (term: string, words: string | readonly SafeHtml[]) => markup`<dt>${term}</dt><dd>${words}</dd>`;

const modelWords = ({ name, provider, provider_model }: NonNullable<Run['model']>) =>
  `${name} (${provider_model}, ${provider})`;

const approvalModes = {
  each_input: 'Before each input',
  purpose: 'Once, for the purpose of the run',
} as const;

function environmentsOf({ environment }: Run): SafeHtml[] {
  const { environment_bindings: bindings } = environment;
  if (bindings.length === 0) return [markup`None`];
  return bindings.map(({ alias, working_directory, permission_ceiling }) => {
    const count = permission_ceiling.operations.length;
    return markup`<div>
      ${alias} · ${working_directory} · ${count} allowed ${count === 1 ? 'action' : 'actions'}
    </div>`;
  });
}

export function messageHtml({ message_id, role, text, state, created_at }: Message): SafeHtml {
  const cut = state === 'finished' ? null : markup`<p class="facts">Cut off here.</p>`;
  switch (role) {
    case 'user':
      return markup`<article class="prompt">
        <p class="facts">You · ${timeHtml(created_at)}</p>
        <p class="plain">${text}</p>
      </article>`;
    case 'assistant':
      return markup`<article class="answer">${markdownHtml(text, message_id)}${cut}</article>`;
    case 'reasoning':
      return markup`<details class="reasoning">
        <summary>Reasoning</summary>
        <p class="plain">${text}</p>
        ${cut}
      </details>`;
    case 'notice':
      return markup`<p class="notice">${text}</p>`;
  }
}
