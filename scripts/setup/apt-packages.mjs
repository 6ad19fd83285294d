import { spawnSync } from 'node:child_process';
import { runChild } from '../processes/child.mjs';
import { say } from '../progress.mjs';
import { ScriptError } from '../script-error.mjs';

const packageQuery = 'dpkg-query';

/** What each job needs on Debian and Ubuntu. */
export const aptPackages = {
  desktop: ['xvfb', 'openbox', 'python3-tk', 'fonts-dejavu-core'],
  tests: [
    'chromium',
    'curl',
    'gir1.2-gtk-3.0',
    'python3-gi',
    'x11-utils',
    'x11-xkb-utils',
    'x11-xserver-utils',
    'xdotool',
    'xserver-xorg-core',
    'xserver-xorg-video-dummy',
  ],
  interop: ['python3-websockets'],
  macos: ['gcc', 'libc6-dev'],
  windows: [
    'gcc-mingw-w64-x86-64-win32',
    'openbox',
    'wine',
    'wine64',
    'x11-utils',
    'x11-xkb-utils',
    'x11-xserver-utils',
    'xdotool',
    'xvfb',
  ],
  container: ['buildah', 'podman', 'runc', 'crun', 'netavark', 'debootstrap'],
};

/**
 * Installs the packages that are missing, as root; otherwise names the command that does. On a system without dpkg it
 * only says what is needed.
 *
 * @param {string[]} packages @param {AbortSignal} signal
 */
export async function requireAptPackages(packages, signal) {
  const missing = missingPackages(packages);
  if (missing === undefined) {
    say(
      `• This is no Debian or Ubuntu: make sure that the equivalents of ${packages.join(' ')} are installed.`,
    );
    return;
  }
  if (missing.length === 0) return;
  const install = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  if (process.getuid?.() !== 0) {
    throw new ScriptError(
      `Missing packages: ${missing.join(' ')}.`,
      `Install them with: sudo apt-get update && sudo ${install}`,
    );
  }
  say(`• Installing ${missing.join(' ')}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const patience = ['-o', 'DPkg::Lock::Timeout=300', '-o', 'Acquire::Retries=3'];
  const updated = await runChild({
    command: 'apt-get',
    args: ['update', '-q', ...patience],
    environment,
    signal,
  });
  if (updated !== 0) say('• apt-get update reported a problem; trying the installation all the same');
  const code = await runChild({
    command: 'apt-get',
    args: ['install', '-q', '-y', '--no-install-recommends', ...patience, ...missing],
    environment,
    signal,
    // A broken-off dpkg leaves the system half-installed.
    finishOnAbort: true,
  });
  if (code === 0 && missingPackages(missing)?.length === 0) return;
  throw new ScriptError(
    `The packages ${missing.join(' ')} could not be installed (apt-get exit code ${code}).`,
    `See the lines of apt-get above, then try by hand: apt-get update && ${install}`,
  );
}

/** @param {string[]} packages @returns {string[] | undefined} undefined where there is no dpkg */
function missingPackages(packages) {
  const query = spawnSync(packageQuery, ['-W', '-f', '${db:Status-Abbrev} ${Package}\n', ...packages], {
    encoding: 'utf8',
  });
  if (query.error) return undefined;
  const installed = new Set(
    query.stdout
      .split('\n')
      .filter((line) => line.startsWith('ii '))
      .map((line) => line.slice(3).trim()),
  );
  return packages.filter((name) => !installed.has(name));
}
