import { aptPackages, requireAptPackages } from './apt-packages.mjs';
import { requireBuild } from './build.mjs';
import { requireNode } from './node-version.mjs';
import { requireNodeModules } from './npm-install.mjs';
import { withSetupLock } from './setup-lock.mjs';

/**
 * Brings a fresh checkout to where its programs can run: packages of the system, npm packages, build.
 *
 * @param {{ apt: (keyof typeof aptPackages)[], build: boolean, signal: AbortSignal }} options `apt` matters on Linux
 *   only
 */
export async function setUp({ apt, build, signal }) {
  requireNode(process.versions.node);
  await withSetupLock(async () => {
    if (process.platform === 'linux' && apt.length > 0) {
      await requireAptPackages(
        apt.flatMap((group) => aptPackages[group]),
        signal,
      );
    }
    await requireNodeModules(signal);
    if (build) await requireBuild(signal);
  }, signal);
}
