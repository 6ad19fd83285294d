import type { ModelTest } from '../../../shared/models.ts';
import { withDeadline } from '../../deadline.ts';
import type { Randomness } from '../../randomness.ts';
import { createModelAdapter } from '../create-model-adapter.ts';
import type { UsableModel } from '../model-adapter.ts';
import { failureMessage } from '../model-failure.ts';
import { modelsOf } from '../models-of.ts';
import type { TestColour } from './colour-picture.ts';
import { recordTest, requireModel, type ModelContext } from './model-settings.ts';
import { probeModel, type Verdict } from './probe-model.ts';

const timeoutMs = 30_000;

/** Asks the real model and keeps how it went; a test that is cancelled leaves nothing behind. */
export async function testModel(
  modelId: string,
  signal: AbortSignal,
  context: ModelContext,
): Promise<ModelTest> {
  await requireModel(context.database, modelId);
  const started = context.clock.now();
  const model = await modelsOf(context).find(modelId);
  const limited = withDeadline(signal, timeoutMs);
  const verdict =
    model === undefined || needsKey(model) ? keyMissing : await probe(model, limited, context.random);
  const ended = context.clock.now();
  const test = {
    ...verdict,
    duration_ms: Math.max(0, ended.getTime() - started.getTime()),
    tested_at: ended.toISOString(),
  };
  if (!signal.aborted) await recordTest(modelId, test, context);
  return test;
}

const probe = (model: UsableModel, signal: AbortSignal, random: Randomness) =>
  probeModel(createModelAdapter(model), {
    acceptsImages: model.accepts_images,
    colours: twoColours(random),
    signal,
  });

/** The providers' own addresses take no request without one. */
const needsKey = (model: UsableModel) => model.base_url === null && model.revealApiKey() === null;

const keyMissing: Verdict = {
  ok: false,
  code: 'key_missing',
  message: failureMessage('key_missing', ''),
  accepts_images: null,
};

const colourNames: readonly TestColour[] = ['red', 'green', 'blue', 'yellow'];

function twoColours(random: Randomness): [TestColour, TestColour] {
  const [first = 0, second = 0] = random.bytes(2);
  const one = colourNames[first % colourNames.length] ?? 'red';
  const others = colourNames.filter((name) => name !== one);
  return [one, others[second % others.length] ?? 'blue'];
}
