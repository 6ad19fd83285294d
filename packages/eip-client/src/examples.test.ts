import { PassThrough } from 'node:stream';
import { once } from 'node:events';

import { beforeEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';

import { typeOnce } from '../examples/after-a-loss.ts';
import { greet } from '../examples/connect.ts';
import { download, exists, head, upload } from '../examples/files.ts';
import { clickInTheMiddle } from '../examples/observe-and-click.ts';
import { overHttp, overStdio } from '../examples/other-carriers.ts';
import { clicksAgainWhenTheLayoutChanged } from '../examples/test-double.ts';
import { createWebSocketTransport } from './carriers/web-socket-transport.ts';
import { connectScripted, connectScriptedSession } from './testing/connect-scripted.ts';
import { ScriptedDaemon } from './testing/scripted-daemon.ts';
import { ScriptedDesktop } from './testing/scripted-desktop.ts';
import { ScriptedFiles } from './testing/scripted-files.ts';

const path = '/home/ada/notes.txt';
const content = new Uint8Array(300_000).map((_, index) => index % 253);

describe('the examples', () => {
  let daemon: ScriptedDaemon;
  let desktop: ScriptedDesktop;
  beforeEach(() => {
    daemon = new ScriptedDaemon();
    desktop = new ScriptedDesktop(daemon);
  });

  it('greet a device that dials', async () => {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const accepted = new Promise<WebSocket>((resolve) =>
      server.once('connection', (socket) => resolve(socket)),
    );
    daemon.serve(createWebSocketTransport(new WebSocket(`ws://127.0.0.1:${port}`)));
    const connection = await greet(await accepted, 'device-1');
    expect(connection.descriptor?.device_id).toBe('device-1');
    connection.close();
    await connection.closed;
    server.close();
  });

  it('make the other carriers', async () => {
    const { child, transport } = overStdio(process.execPath, ['-e', 'process.stdin.resume()']);
    const exited = once(child, 'exit');
    transport.close();
    await exited;
    expect(overHttp('http://127.0.0.1:1', 'secret').bufferedBytes).toBe(0);
  });

  it('click in the middle of what was observed', async () => {
    const { connection } = connectScripted({ daemon });
    await connection.initialize();
    expect(await clickInTheMiddle(connection, AbortSignal.timeout(5000))).toBe('executed');
    expect(desktop.inputs).toMatchObject([{ params: { point: { x: 400, y: 300 } } }]);
    expect(daemon.requestsOf('session.close')).toHaveLength(1);
  });

  it('read and write files', async () => {
    const { session } = await connectScriptedSession({ daemon });
    const files = new ScriptedFiles(daemon, [[path, content]]);
    const target = new PassThrough({ highWaterMark: 1000 });
    const received: Buffer[] = [];
    target.on('data', (chunk: Buffer) => received.push(chunk));
    await download(session, path, target);
    expect(Buffer.compare(Buffer.concat(received), content)).toBe(0);
    expect(await head(session, path)).toStrictEqual(content.subarray(0, 4096));
    const copy = '/home/ada/copy.txt';
    await upload(session, copy, PassThrough.from([content, content]));
    expect(files.contents.get(copy)).toHaveLength(600_000);
    expect([await exists(session, copy), await exists(session, '/nowhere')]).toStrictEqual([true, false]);
  });

  it.each([
    ['had not begun', false],
    ['had begun', true],
  ])('type once when the connection breaks while it %s', async (_name, begun) => {
    const { session } = await connectScriptedSession({ daemon });
    const reconnect = async () => {
      const { connection } = connectScripted({ daemon });
      await connection.initialize();
      return connection;
    };
    const held = begun ? desktop.holdNext('computer.type_text') : null;
    const typing = typeOnce(session, 'hello', reconnect);
    if (held) await held.begun;
    daemon.lose();
    held?.finish('executed');
    expect(await typing).toMatch(begun ? /^(succeeded|still typing; ask again)$/ : /^executed$/);
    expect(desktop.inputs).toHaveLength(1);
  });

  it('test a Host', async () => {
    await clicksAgainWhenTheLayoutChanged();
  });
});
