import { EipError } from '@harness-desktop/eip-protocol';
import { DesktopError } from '@harness-desktop/native-input';
import type { ReadinessCheck } from '@harness-desktop/native-input';
import { defineOperation } from './define-operation.ts';
import { withDesktopErrors } from './computer/desktop-error-table.ts';

/** Opens this session's desktop, if the device has one to give, and lets further operations in. */
export const environmentReadiness = defineOperation({
  method: 'environment.readiness',
  admittedBeforeReadiness: true,
  run: async ({ session, operation }) => {
    const { descriptor } = session;
    if (descriptor.available_methods.includes('computer.observe')) {
      await withDesktopErrors(operation.signal, async () => {
        const desktop = await session.desktop.use(operation.signal);
        const checks = await desktop.readiness(operation.signal);
        const failed = checks.find((check) => !check.ok);
        if (failed === undefined) return;
        session.resources.log.warn({ check: failed }, 'the desktop is not ready');
        throw notReady(failed);
      });
    }
    session.markReady();
    return {
      ready: true,
      device_id: descriptor.device_id,
      generation: descriptor.generation,
      session_id: descriptor.session_id,
    };
  },
});

const notReady = ({ code, detail }: ReadinessCheck): Error =>
  code === undefined
    ? new EipError(
        'provider_unavailable',
        'The desktop is not ready; run `a13n-envd doctor` on that machine.',
      )
    : new DesktopError(code, detail);
