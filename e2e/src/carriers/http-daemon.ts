import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startDaemon, temporaryDirectory } from '../harness/daemon.ts';
import type { Environment, Program } from '../harness/program.ts';
import type { Teardown } from '../harness/teardown.ts';

export type HttpDaemon = { readonly program: Program; readonly url: string };

export const bearer = '5ec7e7'.repeat(8);

export type HttpDaemonOptions = { readonly environment: Environment; readonly teardown: Teardown };

/** The built daemon on a port of its choice. */
export async function startHttpDaemon({ environment, teardown }: HttpDaemonOptions): Promise<HttpDaemon> {
  const args = ['serve', '--transport', 'http', '--computer-use', 'true'];
  const credentialFile = await writeCredential(teardown);
  const program = await startDaemon({
    args: [...args, '--http-credential-file', credentialFile],
    environment,
    teardown,
  });
  const url = await program.line(
    'errors',
    (line) => /^Listening on (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1],
  );
  return { program, url };
}

export async function writeCredential(teardown: Teardown, mode = 0o600): Promise<string> {
  const path = join(await temporaryDirectory(teardown), 'bearer');
  await writeFile(path, `${bearer}\n`, { mode });
  return path;
}
