import { startRawHost } from '../../abuse/raw-host.ts';
import { startDaemon } from '../../harness/daemon.ts';
import type { DisposableDesktop } from '../../harness/disposable-desktop.ts';
import type { Teardown } from '../../harness/teardown.ts';
import { Fault } from '../oracles/fault.ts';
import { createLine } from './daemon-line.ts';
import type { DaemonUnderTest } from './daemon-target.ts';

/** The daemon that dials a Host, and dials again until that Host breaks the format. */
export async function startWebSocketDaemon(
  desktop: DisposableDesktop,
  teardown: Teardown,
): Promise<DaemonUnderTest> {
  const host = await startRawHost(teardown);
  const program = await startDaemon({
    args: ['connect', host.url, '--computer-use', 'true', '--log-level', 'debug'],
    environment: desktop.environment,
    teardown,
  });
  return {
    program,
    connect: async () => createLine(await host.nextSocket(program.exited)),
    checkEnd: async () => {
      const { code, signal } = await program.exited;
      const said = program.errors.join('\n');
      if (code === 1 && signal === null && said.includes('broke the framing')) return;
      throw new Fault(`It ended with ${signal ?? String(code)} and said:\n${said.slice(-4000)}`);
    },
  };
}
