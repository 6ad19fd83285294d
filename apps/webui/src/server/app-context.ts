import type { AuditLog } from './audit/audit-log.ts';
import type { CoreContext } from './core-context.ts';
import type { DeviceHub } from './device-hub/device-hub.ts';
import type { DeviceRepository } from './devices/device-repository.ts';
import type { LiveEvents } from './live-events/live-events.ts';
import type { ShutdownHooks } from './shutdown-hooks.ts';

/**
 * What a conversation feature builds on. Each one exports `register<Feature>Routes(app: HttpApp, context: AppContext)`
 * from `<feature>-routes.ts`, with full paths (`/api/threads/:thread_id`); `app.ts` calls it. A route under `/api`
 * needs the owner's session unless its `config.access` says otherwise.
 */
export type AppContext = CoreContext & {
  readonly events: LiveEvents;
  readonly devices: DeviceRepository;
  readonly hub: DeviceHub;
  readonly audit: AuditLog;
  readonly shutdown: ShutdownHooks;
};
