import type { FastifyRequest } from 'fastify';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { AppContext } from '../app-context.ts';
import { ceilingWords } from './ceiling-words.ts';

type SavedCeiling = {
  readonly action: 'ceiling.conversation_saved' | 'ceiling.project_saved';
  readonly subject: string;
  /** Absent for a new conversation or project. */
  readonly before?: EnvironmentConfiguration | undefined;
  readonly after: EnvironmentConfiguration;
};

const unbound: EnvironmentConfiguration = { environment_bindings: [], default_environment: null };

/** Says in the audit log what changed; says nothing when nothing did. */
export async function recordCeiling(
  { audit, devices }: Pick<AppContext, 'audit' | 'devices'>,
  request: FastifyRequest,
  { action, subject, before = unbound, after }: SavedCeiling,
): Promise<void> {
  const known = await devices.list();
  const deviceNames = new Map(known.map((device) => [device.device_id, device.name]));
  const detail = ceilingWords({ before, after, deviceNames });
  if (detail !== '') await audit.record({ request, action, subject, detail });
}
