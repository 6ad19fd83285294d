import { defineOperation } from '../define-operation.ts';
import { withDesktopErrors } from './desktop-error-table.ts';

export const describe = defineOperation({
  method: 'computer.describe',
  run: ({ session, operation: { signal } }) =>
    withDesktopErrors(signal, async () => {
      const desktop = await session.desktop.use(signal);
      const { targets } = await desktop.describe(signal);
      const checks = await desktop.readiness(signal);
      const ready = targets.length > 0 && checks.every((check) => check.ok);
      return {
        targets: targets.map(({ targetId, name, area: { width, height } }) => ({
          target_id: targetId,
          name,
          width,
          height,
        })),
        observe_ready: ready,
        input_ready: ready,
        scroll_units: [...desktop.capabilities.scrollUnits],
      };
    }),
});
