import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runChild } from '../processes/child.mjs';
import { inRepository } from '../repository.mjs';
import { ScriptError } from '../script-error.mjs';

const dockerfile = 'docker/xvfb-fixture/Dockerfile';
const certificates = '/etc/ssl/certs/ca-certificates.crt';

/** @typedef {Awaited<ReturnType<typeof openContainerTools>>} ContainerTools */

/**
 * buildah and podman with all of their storage below one directory, so that nothing stays on the machine and two
 * runs do not meet. No daemon, no image registry.
 *
 * @param {{ directory: string, signal: AbortSignal }} options
 */
export async function openContainerTools({ directory, signal }) {
  // With chroot isolation buildah needs neither namespaces nor a runtime.
  const environment = { ...process.env, BUILDAH_ISOLATION: 'chroot', TMPDIR: directory };
  /** @param {string[]} command @param {AbortSignal} [until] */
  const attempt = ([command = '', ...args], until = signal) =>
    runChild({ command, args, environment, directory: inRepository(''), signal: until });

  /** @param {string} driver */
  const storageOf = (driver) => [
    ...['--root', join(directory, 'storage'), '--runroot', join(directory, 'run')],
    ...['--storage-driver', driver],
  ];
  // overlay copies nothing; vfs works everywhere.
  const overlaid = (await attempt(['buildah', ...storageOf('overlay'), 'containers', '-q'])) === 0;
  const storage = storageOf(overlaid ? 'overlay' : 'vfs');
  const buildah = ['buildah', ...storage];
  const podman = ['podman', ...storage, '--tmpdir', join(directory, 'libpod')];

  /** @param {string[]} command */
  const run = async (command) => {
    const code = await attempt(command);
    if (code === 0) return;
    throw new ScriptError(`${command.join(' ')} failed (exit code ${code}).`, 'See its lines above.');
  };
  return {
    environment,
    run,
    /** Makes an image of a root file system. @param {string} root @param {string} image */
    importSystem: async (root, image) => {
      await run([...buildah, 'from', '--name', 'base', 'scratch']);
      await run([...buildah, 'add', '-q', 'base', root, '/']);
      await run([...buildah, 'commit', '-q', '--rm', '--disable-compression', 'base', image]);
    },
    /** Builds the Dockerfile on a base. @param {string} base @param {string} image */
    build: (base, image) =>
      run([
        ...[...buildah, 'bud', '-q', '--network', 'host', '--build-arg', `BASE=${base}`, ...secrets()],
        ...['--ignorefile', `${dockerfile}.dockerignore`, '-f', dockerfile, '-t', image, '.'],
      ]),
    /** The command that runs an image once, without a network. @param {string} image */
    runCommand: (image) => [
      ...[...podman, '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', 'run', '--rm', '--pull', 'never'],
      ...['--network', 'none', '--ulimit', 'nofile=1024:1024', '--ulimit', 'nproc=1024:1024', image],
    ],
    /** Ends and removes what an interrupted run left. */
    clear: async () => {
      const { signal: never } = new AbortController();
      await attempt([...podman, '--cgroup-manager', 'cgroupfs', 'rm', '-f', '-a', '-t', '0'], never);
      await attempt([...buildah, 'rm', '-a'], never);
    },
  };
}

/** What npm needs to reach the registry of this machine; it is in no layer of the image. */
function secrets() {
  const files = { npmrc: join(homedir(), '.npmrc'), certificates };
  return Object.entries(files).flatMap(([id, path]) =>
    existsSync(path) ? ['--secret', `id=${id},src=${path}`] : [],
  );
}
