import type { AppContext } from '../app-context.ts';
import type { Attachments } from '../attachments/attachments.ts';
import type { ModelAdapter, UsableModel } from '../models/model-adapter.ts';
import type { Models } from '../models/models-of.ts';

/** What runs build on. */
export type RunsContext = AppContext & {
  readonly attachments: Attachments;
  readonly models: Models;
  readonly adapterOf: (model: UsableModel) => ModelAdapter;
};
