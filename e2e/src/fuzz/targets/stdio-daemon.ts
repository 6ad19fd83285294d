import { createStdioDecoder, encodeStdioMessage, type TransportMessage } from '@harness-desktop/eip-protocol';
import { temporaryDirectory } from '../../harness/daemon.ts';
import type { DisposableDesktop } from '../../harness/disposable-desktop.ts';
import { repositoryPath } from '../../harness/repository-path.ts';
import type { Teardown } from '../../harness/teardown.ts';
import { Fault } from '../oracles/fault.ts';
import { createLine, type LineCarrier } from './daemon-line.ts';
import type { DaemonUnderTest } from './daemon-target.ts';
import { startPipedProgram, type PipedProgram } from './piped-program.ts';

/** The daemon as a child: its one connection is the process. */
export async function startStdioDaemon(
  desktop: DisposableDesktop,
  teardown: Teardown,
): Promise<DaemonUnderTest> {
  const program = await startPipedProgram({
    args: [
      repositoryPath('apps/envd/dist/main.js'),
      ...['serve', '--transport', 'stdio', '--computer-use', 'true', '--log-level', 'debug'],
    ],
    environment: { ...desktop.environment, A13N_ENVD_STATE_DIR: await temporaryDirectory(teardown) },
    teardown,
  });
  let isUsed = false;
  return {
    program,
    connect: async () => {
      if (!isUsed) {
        isUsed = true;
        return createLine(stdioCarrier(program));
      }
      await program.exited;
      throw new Error('The daemon has ended with its line.');
    },
    checkEnd: async () => {
      const { code, signal } = await program.exited;
      const said = program.errors.join('\n');
      const isExplained = code === 0 || (code === 1 && /broke the framing|broken data frame/.test(said));
      if (signal === null && isExplained) return;
      throw new Fault(`It ended with ${signal ?? String(code)} and said:\n${said.slice(-4000)}`);
    },
  };
}

function stdioCarrier({ input, out, exited }: PipedProgram): LineCarrier {
  const decoder = createStdioDecoder();
  const write = (bytes: Uint8Array): void => void input.write(bytes);
  const send = (message: TransportMessage): void => write(encodeStdioMessage(message));
  return {
    bufferedBytes: 0,
    write,
    sendText: (text) => send({ kind: 'text', text }),
    sendBytes: (bytes) => send({ kind: 'bytes', bytes }),
    close: () => void input.end(),
    onMessage: (listener) => {
      const onData = (bytes: Uint8Array): void => {
        for (const message of decoder.push(bytes)) listener(message);
      };
      out.on('data', onData);
      return () => out.off('data', onData);
    },
    onClose: (listener) => {
      void exited.then(() => listener({ code: 1006, reason: '' }));
      return () => undefined;
    },
  };
}
