import { createHash } from 'node:crypto';
import type { DesktopTarget } from './desktop.ts';

/** Equal for two layouts exactly when every target and its geometry are equal. */
export const layoutDigest = (targets: readonly DesktopTarget[]): string => {
  const facts = targets.map(({ targetId, name, area, primary }) => [
    targetId,
    name,
    area.x,
    area.y,
    area.width,
    area.height,
    primary,
  ]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32);
};
