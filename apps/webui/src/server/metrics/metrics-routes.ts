import { Registry } from 'prom-client';
import { liveEventSchema } from '../../shared/events.ts';
import type { AppContext } from '../app-context.ts';
import type { HttpApp } from '../http/http-app.ts';
import { addHttpMetrics } from './http-metrics.ts';
import { addProcessMetrics } from './process-metrics.ts';
import { createRunMetrics, type RunMetrics } from './run-metrics.ts';
import { addStateMetrics } from './state-metrics.ts';

const summary = 'Read the metrics';
const config = {
  scope: 'metrics',
  answers: { 200: { description: 'In the text format of Prometheus.', type: 'text/plain' } },
} as const;

/** `GET /metrics` for Prometheus: the owner, or a token with the scope `metrics`. Counting starts here and ends with the app. */
export function registerMetricsRoutes(app: HttpApp, context: AppContext): void {
  const registry = new Registry();
  const endProcessMetrics = addProcessMetrics(registry);
  addHttpMetrics(app, registry);
  addStateMetrics(registry, context);
  const counting = countRuns(createRunMetrics(registry), context);
  app.addHook('onClose', async () => {
    endProcessMetrics();
    await counting;
  });
  app.get('/metrics', { config, schema: { summary } }, async (_request, reply) =>
    reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics()),
  );
}

/** Until the event log closes. Never rejects: what cannot be counted is logged. */
async function countRuns(metrics: RunMetrics, { events, log }: AppContext): Promise<void> {
  try {
    for await (const batch of events.listen({ signal: new AbortController().signal })) {
      if (batch.kind === 'reset') continue;
      for (const { json } of batch.frames) metrics.count(liveEventSchema.parse(JSON.parse(json)));
    }
  } catch (error) {
    log.error({ err: error }, 'runs are no longer counted');
  }
}
