import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { HttpApp } from '../http/http-app.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const millisecondsPerSecond = 1000;

/** Requests by the template of their route: what was asked for is the visitor's text and no label. */
export function addHttpMetrics(app: HttpApp, registry: Registry): void {
  const registers = [registry];
  const labelNames = ['method', 'route', 'status'] as const;
  const requests = new Counter({
    name: 'harness_http_requests_total',
    help: 'Answered requests.',
    labelNames,
    registers,
  });
  const durations = new Histogram({
    name: 'harness_http_request_duration_seconds',
    help: 'Until the whole answer was sent; a stream counts until it ended.',
    labelNames: ['method', 'route'] as const,
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10, 60],
    registers,
  });
  const listeners = new Gauge({
    name: 'harness_event_listeners',
    help: 'Open streams of /api/events.',
    registers,
  });
  const databaseErrors = new Counter({
    name: 'harness_database_errors_total',
    help: 'Requests that failed since the database did.',
    registers,
  });
  app.addHook('onResponse', (request, reply, done) => {
    const method = methods.has(request.method) ? request.method : 'other';
    const route = request.routeOptions.url ?? 'none';
    requests.inc({ method, route, status: reply.statusCode });
    durations.observe({ method, route }, reply.elapsedTime / millisecondsPerSecond);
    done();
  });
  app.addHook('preHandler', (request, reply, done) => {
    if (request.routeOptions.url === '/api/events' && request.method === 'GET') {
      listeners.inc();
      reply.raw.once('close', () => listeners.dec());
    }
    done();
  });
  app.addHook('onError', (_request, _reply, error) => {
    if (isDatabaseError(error) || isDatabaseError(error.cause)) databaseErrors.inc();
    return Promise.resolve();
  });
}

function isDatabaseError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
}
