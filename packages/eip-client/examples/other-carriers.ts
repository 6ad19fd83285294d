// #region stdio
import { createHttpTransport } from '@harness-desktop/eip-client/http';
import { createStdioTransport } from '@harness-desktop/eip-client/stdio';
import { spawn } from 'node:child_process';

/** Whoever starts the process ends it; closing the transport ends its stdin, at which it leaves. */
export function overStdio(command: string, args: readonly string[]) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const transport = createStdioTransport({ input: child.stdin, output: child.stdout });
  return { child, transport };
}
// #endregion

// #region http
/** No connection is kept; https, or http to the loopback interface. */
export function overHttp(baseUrl: string, credential: string) {
  return createHttpTransport({ baseUrl, credential });
}
// #endregion
