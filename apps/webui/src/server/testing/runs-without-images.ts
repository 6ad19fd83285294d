import type { AppContext } from '../app-context.ts';
import { createModelAdapter } from '../models/create-model-adapter.ts';
import { modelsOf } from '../models/models-of.ts';
import { ActiveRuns } from '../runs/active-runs.ts';

/** The runs of a server beside those that its routes start. Display copies are not kept. */
export function runsWithoutImages(context: AppContext): ActiveRuns {
  return new ActiveRuns({
    ...context,
    attachments: {
      store: () => Promise.resolve(null),
      find: () => Promise.resolve(undefined),
      sweep: () => Promise.resolve(),
    },
    models: modelsOf(context),
    adapterOf: (model) => createModelAdapter(model),
  });
}
