import { readFileSync } from 'node:fs';
import { startModelServer } from '../model-server/server.mjs';
import { say } from '../progress.mjs';
import { ScriptError } from '../script-error.mjs';
import { followRun } from './agent-progress.mjs';
import { bindConversation, observeAndControl } from './binding.mjs';
import { compareScreenshots } from './evidence.mjs';

const prompt = 'Click the red area on the desktop and tell me what changed.';

/** What the person can choose afterwards; the first one is what the demo runs. */
const models = [
  { name: 'Scripted: click', plan: 'demo-clicker' },
  { name: 'Scripted: full tour', plan: 'full-tour' },
  { name: 'Scripted: talk', plan: 'talker' },
];

/**
 * Adds the scripted models as a person adds a model, starts a run from a prompt, and proves its click by what the
 * application wrote down and by what changed on the screen.
 *
 * @param {{ api: ReturnType<typeof import('./web-ui.mjs').createApiClient>, device: any, record: string,
 *   paceMs: number, output: string | undefined, scope: import('../processes/scope.mjs').Scope,
 *   signal: AbortSignal }} options `record`: the application's own, one JSON object a line
 */
export async function demoWithAgent({ api, device, record, paceMs, output, scope, signal }) {
  const { baseUrl } = await startModelServer({ port: 0, paceMs, scope });
  say(
    '• The model is a scripted one of this machine: no provider, no key, no costs. It speaks the API of an',
  );
  say(
    '  OpenAI-compatible server and finds its way by the screenshots that it gets, as any other model does.',
  );
  const modelIds = [];
  for (const { name, plan } of models) modelIds.push(await addModel({ api, name, plan, baseUrl }));

  const threadId = await bindConversation({ api, device, operations: observeAndControl });
  const clicksBefore = recordedClicks(record);
  say(`• Asking: “${prompt}”`);
  const run = await api.post(`/api/threads/${threadId}/runs`, {
    agent: 'model',
    chosen: { kind: 'model', model_id: modelIds[0] },
    prompt,
  });
  const { transcript, ended } = await followRun({ api, threadId, runId: run.run_id, signal });
  if (ended.state !== 'succeeded') {
    throw new ScriptError(
      `The run ended as ${ended.state}: ${ended.reason}`,
      'Read the steps above; docs/errors.md says what a code means.',
    );
  }
  const clicks = recordedClicks(record) - clicksBefore;
  say(`• The application wrote down ${clicks} click${clicks === 1 ? '' : 's'} on its red area`);
  const { before, after } = await screenshots(api, threadId, transcript.calls);
  const evidence = await compareScreenshots({ before, after, output });
  if (clicks !== 1 || evidence.changed_pixels === 0) {
    throw new ScriptError(
      `The application saw ${clicks} clicks, and ${evidence.changed_pixels} pixels changed.`,
      'Compare the two screenshots above: the red area should have turned green.',
    );
  }
  const calls = transcript.calls.length;
  return {
    threadId,
    result: { model: 'scripted', run: ended.state, calls, recorded_clicks: clicks, ...evidence },
  };
}

/**
 * @param {{ api: ReturnType<typeof import('./web-ui.mjs').createApiClient>, name: string, plan: string,
 *   baseUrl: string }} options
 * @returns {Promise<string>} its id
 */
async function addModel({ api, name, plan, baseUrl }) {
  const model = await api.post('/api/settings/models', {
    name,
    provider: 'openai_compatible',
    provider_model: plan,
    base_url: baseUrl,
  });
  const test = await api.post(`/api/settings/models/${model.model_id}/test`);
  if (test.ok !== true || test.accepts_images !== true) {
    throw new ScriptError(
      `The test of the model “${name}” failed with ${test.code}: ${test.message}`,
      'This is a fault of the demo or of the web UI; please report it with the line above.',
    );
  }
  say(`• Added the model “${name}” and tested it: it answers and takes images`);
  return model.model_id;
}

/** How often the application says that its red area was pressed. @param {string} record */
function recordedClicks(record) {
  const lines = readFileSync(record, 'utf8').split('\n').slice(0, -1);
  return lines.filter((line) => JSON.parse(line).type === 'target').length;
}

/**
 * The first and the last screenshot of the run, as a browser downloads them.
 *
 * @param {ReturnType<typeof import('./web-ui.mjs').createApiClient>} api @param {string} threadId @param {any[]} calls
 */
async function screenshots(api, threadId, calls) {
  const attachments = calls.flatMap(({ result }) =>
    result?.kind === 'observation' && result.attachment !== null ? [result.attachment] : [],
  );
  if (attachments.length < 2) {
    throw new ScriptError(
      'The run left fewer than two screenshots.',
      'Check that the temporary directory has space.',
    );
  }
  const [before, after] = await Promise.all(
    [attachments[0], attachments[attachments.length - 1]].map(({ attachment_id }) =>
      api.getBytes(`/api/threads/${threadId}/attachments/${attachment_id}`),
    ),
  );
  return { before, after };
}
