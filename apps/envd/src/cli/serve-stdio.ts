import type { ConnectionEnd } from '../connection/serve-connection.ts';
import { createStdioTransport } from '../transport/stdio-transport.ts';
import { CliError } from './cli-error.ts';
import type { CliIo } from './cli-io.ts';
import type { PreparedCarrier } from './prepared-carrier.ts';
import { serveTransport } from './serve-transport.ts';

/** How long a parent may take to read the last answers. */
const drainMs = 2000;

/** Serves the parent process over stdin and stdout; the end of stdin ends it. */
export const prepareStdio = (io: CliIo): PreparedCarrier => {
  const { input, output, isTerminal } = io.stdio();
  if (isTerminal) {
    throw new CliError(
      'usage',
      'Refused: stdin or stdout is a terminal. --transport stdio is for a Host that starts this program and speaks EIP through its pipes. To pair with a web UI, run `a13n-envd connect <url>`.',
    );
  }
  return {
    secrets: [],
    serve: async (serving) => {
      const transport = createStdioTransport({ input, output });
      const end = await serveTransport(transport, serving, io);
      await serving.device.close();
      await transport.drained(AbortSignal.timeout(drainMs));
      explainEnd(end, transport.fault);
    },
  };
};

const explainEnd = ({ cause, code, reason }: ConnectionEnd, fault: string | null): void => {
  if (fault !== null) throw new CliError('failure', `The parent broke the framing on stdin: ${fault}`);
  if (cause === 'framing') throw new CliError('failure', 'The parent sent a broken data frame on stdin.');
  if (code !== 1008) return;
  const what = reason === 'initialize' ? 'sent no initialize in time' : 'does not read its answers';
  throw new CliError('failure', `The parent ${what}; it was given up.`);
};
