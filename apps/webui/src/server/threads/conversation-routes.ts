import { join } from 'node:path';
import type { AppContext } from '../app-context.ts';
import { createAttachmentFiles } from '../attachments/attachment-files.ts';
import { registerAttachmentRoutes } from '../attachments/attachment-routes.ts';
import { createAttachments, defaultAttachmentLimits } from '../attachments/attachments.ts';
import { registerExportRoutes } from '../export/export-routes.ts';
import type { HttpApp } from '../http/http-app.ts';
import { registerAgentRoutes } from '../agents/agent-routes.ts';
import { createModelAdapter } from '../models/create-model-adapter.ts';
import { modelsOf } from '../models/models-of.ts';
import { registerProjectRoutes } from '../projects/project-routes.ts';
import { ActiveRuns } from '../runs/active-runs.ts';
import { RunRequests } from '../runs/run-requests.ts';
import { registerRunRoutes } from '../runs/run-routes.ts';
import { registerThreadRoutes } from './thread-routes.ts';
import { registerTranscriptRoutes } from './transcript-routes.ts';

const idleCheckEveryMs = 30_000;
const sweepEveryMs = 5 * 60_000;

/**
 * Projects, threads, runs and attachments with the runs that they share. Ends what an earlier process left open before
 * it resolves; its timers do not keep the process alive and end with the shutdown hook.
 */
export async function registerConversationRoutes(app: HttpApp, context: AppContext): Promise<void> {
  const files = createAttachmentFiles(join(context.config.dataDir, 'attachments'));
  const attachments = createAttachments({ context, files, limits: defaultAttachmentLimits });
  const runs = new ActiveRuns({
    ...context,
    attachments,
    models: modelsOf(context),
    adapterOf: (model) => createModelAdapter(model),
  });
  await runs.endLeftovers();

  registerProjectRoutes(app, context);
  registerThreadRoutes(app, {
    ...context,
    stopRuns: (threadId) => runs.stopThread(threadId),
    sweepAttachments: () => attachments.sweep(),
  });
  registerTranscriptRoutes(app, context);
  const requests = new RunRequests(context.database);
  registerRunRoutes(app, { runs, requests, audit: context.audit });
  registerAgentRoutes(app, context);
  registerAttachmentRoutes(app, { ...context, attachments });
  registerExportRoutes(app, { ...context, attachments });

  const endIdle = logged(context, 'the check for idle runs', () => runs.endIdle());
  const sweep = logged(context, 'the sweep of attachments', () => attachments.sweep());
  await sweep();
  const timers = [
    setInterval(() => void endIdle(), idleCheckEveryMs),
    setInterval(() => void sweep(), sweepEveryMs),
  ];
  for (const timer of timers) timer.unref();
  context.shutdown.onShutdown(async (signal) => {
    for (const timer of timers) clearInterval(timer);
    await runs.shutDown(signal);
  });
}

/** Upkeep whose failure is no reason to stop serving. */
function logged({ log }: AppContext, name: string, work: () => Promise<void>): () => Promise<void> {
  return () => work().catch((error: unknown) => log.error({ err: error }, `${name} failed`));
}
