import type { RouteOptions } from 'fastify';
import type { AppContext } from './app-context.ts';
import { createAuditLog } from './audit/audit-log.ts';
import { registerAuditRoutes } from './audit/audit-routes.ts';
import type { Access } from './auth/access.ts';
import type { AuthRepository } from './auth/auth-repository.ts';
import { composeAuth } from './auth/compose-auth.ts';
import { installSessionGuard } from './auth/session-guard.ts';
import { registerSessionRoutes } from './auth/session-routes.ts';
import { registerSessionSettingsRoutes } from './auth/session-settings-routes.ts';
import { registerTokenRoutes } from './auth/token-routes.ts';
import type { CoreContext } from './core-context.ts';
import { installDeviceSockets, registerConnectRoute } from './device-hub/connect-route.ts';
import { createDeviceHub } from './device-hub/create-device-hub.ts';
import type { HeartbeatTimes } from './device-hub/socket-heartbeat.ts';
import { createDeviceRepository } from './devices/device-repository.ts';
import { registerDeviceRoutes } from './devices/device-routes.ts';
import { createDeviceView, type DeviceView } from './devices/device-view.ts';
import { registerHealthRoutes } from './health/health-routes.ts';
import { installAttemptLimits } from './http/attempt-limit.ts';
import { installClientRoutes } from './http/client-routes.ts';
import { installClosingGuard } from './http/closing-guard.ts';
import { createHttpApp, type HttpApp } from './http/http-app.ts';
import { installOpenApi } from './http/open-api.ts';
import { installProblemResponses } from './http/problem-responses.ts';
import { installSecurityHeaders } from './http/security-headers.ts';
import { installSiteGuard } from './http/site-guard.ts';
import { installZodCompilers } from './http/zod-compilers.ts';
import { registerEventRoutes, type EventTimes } from './live-events/event-routes.ts';
import { createLiveEvents } from './live-events/live-events.ts';
import { registerMetricsRoutes } from './metrics/metrics-routes.ts';
import { registerModelRoutes } from './models/settings/model-routes.ts';
import { createPairingDesk, type PairingDesk } from './pairings/pairing-desk.ts';
import { createPairingRepository } from './pairings/pairing-repository.ts';
import { registerEnvdPairingRoutes } from './pairings/envd-pairing-routes.ts';
import { registerPairingRoutes } from './pairings/pairing-routes.ts';
import { createShutdownHooks } from './shutdown-hooks.ts';
import { registerConversationRoutes } from './threads/conversation-routes.ts';

const pairingSweepMs = 5000;
const shutdownHookMs = 4000;
const lastAnswersMs = 500;

export type AppOptions = {
  readonly core: CoreContext;
  /** Of the built web client. */
  readonly clientDir: string;
  readonly deviceHeartbeat?: HeartbeatTimes;
  readonly eventTimes?: EventTimes;
  /** Hears of every route, so that what holds for all of them can be checked on all of them. */
  readonly onRoute?: (route: RouteOptions) => void;
};

/** The whole server, not listening yet. `app.close()` ends runs, sockets and streams; the database stays the caller's. */
export async function createApp(
  options: AppOptions,
): Promise<{ app: HttpApp; context: AppContext; auth: AuthRepository }> {
  const { core } = options;
  const { context, view } = await composeContext(options);
  const parts = composeAuth(context);
  const desk = createPairingDesk({
    ...context,
    pairings: createPairingRepository(core.database),
    announceDevice: (deviceId) => view.announce(deviceId),
  });

  const app = createHttpApp(core.config, core.log);
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute);
  installClosingGuard(app);
  endAtClose(app, context, view);
  await installLayers(app, core, parts.access);
  registerMetricsRoutes(app, context);
  registerHealthRoutes(app, core);
  registerSessionRoutes(app, core, parts);
  registerSessionSettingsRoutes(app, parts);
  registerTokenRoutes(app, parts);
  registerAuditRoutes(app, context.audit);
  registerEventRoutes(app, { events: context.events, access: parts.access, ...options.eventTimes });
  registerEnvdPairingRoutes(app, core, desk);
  registerPairingRoutes(app, desk, context.audit);
  registerDeviceRoutes(app, { ...context, view });
  registerConnectRoute(app, context.hub, context.devices);
  registerModelRoutes(app, context);
  await registerConversationRoutes(app, context);
  await installClientRoutes(app, options.clientDir);
  sweepPairings(app, core, desk);
  // Pages that come back after a crash still believe what was announced before it.
  for (const { device_id: deviceId } of await context.devices.list()) await view.announce(deviceId);
  return { app, context, auth: parts.auth };
}

async function composeContext({
  core,
  deviceHeartbeat,
}: AppOptions): Promise<{ context: AppContext; view: DeviceView }> {
  const devices = createDeviceRepository(core.database);
  const events = await createLiveEvents(core);
  const audit = createAuditLog(core);
  const hub = createDeviceHub({
    core,
    audit,
    devices,
    onChange: (deviceId) => {
      view
        .announce(deviceId)
        .catch((error: unknown) => core.log.error({ err: error }, 'device not announced'));
    },
    ...(deviceHeartbeat === undefined ? {} : { heartbeat: deviceHeartbeat }),
  });
  const view = createDeviceView({ devices, hub, events });
  return {
    context: { ...core, events, devices, hub, audit, shutdown: createShutdownHooks() },
    view,
  };
}

/** Each request passes these from top to bottom before its route. */
async function installLayers(app: HttpApp, core: CoreContext, access: Access): Promise<void> {
  installZodCompilers(app);
  installProblemResponses(app);
  await installSecurityHeaders(app, core.config);
  await installDeviceSockets(app);
  installSiteGuard(app, core.config);
  await installAttemptLimits(app);
  await installSessionGuard(app, access);
  await installOpenApi(app, core.config);
}

/** Before the server stops waiting for open requests, what would keep them open ends. */
function endAtClose(app: HttpApp, { shutdown, events, hub, log }: AppContext, view: DeviceView): void {
  app.addHook('preClose', async () => {
    for (const error of await shutdown.run(AbortSignal.timeout(shutdownHookMs))) {
      log.error({ err: error }, 'a shutdown step failed');
    }
    await hub.close();
    await view.announced();
    events.close();
    // Browsers open connections ahead of need; Node does not count an unused one as idle and would wait for it.
    setTimeout(() => app.server.closeAllConnections(), lastAnswersMs).unref();
  });
}

function sweepPairings(app: HttpApp, { log }: CoreContext, desk: PairingDesk): void {
  const sweep = () =>
    desk.expire().catch((error: unknown) => log.error({ err: error }, 'pairing sweep failed'));
  const timer = setInterval(() => void sweep(), pairingSweepMs);
  app.addHook('preClose', (done) => {
    clearInterval(timer);
    done();
  });
}
