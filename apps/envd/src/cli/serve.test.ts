import { execFile } from 'node:child_process';
import { access, chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createStdioDecoder, encodeMessage, encodeStdioMessage } from '@harness-desktop/eip-protocol';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHurriedClock } from '../testing/hurried-clock.ts';
import { eventually } from '../testing/eventually.ts';
import { createTestCliIo } from '../testing/test-cli-io.ts';
import type { TestCliIo } from '../testing/test-cli-io.ts';
import { initializeParams } from '../testing/test-device.ts';
import type { CliIo } from './cli-io.ts';
import { runCli } from './run-cli.ts';

vi.setConfig({ testTimeout: 30_000 });

const bearer = 'beef'.repeat(16);

let directory = '';
let credentialFile = '';
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'envd-serve-'));
  credentialFile = join(directory, 'bearer');
  await writeFile(credentialFile, `${bearer}\n`, { mode: 0o600 });
});
afterEach(() => rm(directory, { recursive: true }));

const begin = (argv: readonly string[], overrides?: Partial<CliIo>) => {
  const io = createTestCliIo({ homeDirectory: directory, ...overrides });
  return { io, exit: runCli(argv, io) };
};

const run = async (argv: readonly string[], overrides?: Partial<CliIo>) => {
  const { io, exit } = begin(argv, overrides);
  return { exitCode: await exit, out: io.out(), err: io.err() };
};

const stdio = ['serve', '--transport', 'stdio'];
const http = () => ['serve', '--transport', 'http', '--http-credential-file', credentialFile];

const initialize = encodeMessage({ jsonrpc: '2.0', id: 1, method: 'initialize', params: initializeParams });

/** The answers on the output that are there so far. */
const answersOf = (io: TestCliIo): unknown[] => {
  const answers: unknown[] = [];
  const decoder = createStdioDecoder();
  io.pipes.output.on('data', (chunk: Buffer) => {
    for (const message of decoder.push(chunk))
      if (message.kind === 'text') answers.push(JSON.parse(message.text));
  });
  return answers;
};

const urlIn = (io: TestCliIo): string | undefined => /Listening on (\S+)\n/.exec(io.err())?.[1];
const listening = async (io: TestCliIo): Promise<string> => {
  await eventually(() => urlIn(io)).toBeDefined();
  return urlIn(io) ?? '';
};

const post = (url: string, body: string) =>
  fetch(`${url}/eip/control`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body,
  });

describe('wrong combinations', () => {
  const environment = (values: Record<string, string>) => ({ environment: values });

  it.each<[string[], string, Partial<CliIo>?]>([
    [['connect', 'https://ui.example', '--transport', 'http'], 'Run `a13n-envd serve --transport http`'],
    [['connect', 'https://ui.example'], 'A13N_ENVD_TRANSPORT', environment({ A13N_ENVD_TRANSPORT: 'stdio' })],
    [['serve'], '`serve` needs --transport stdio'],
    [['serve', '--transport', 'reverse_websocket'], 'a13n-envd connect <url>'],
    [['serve', '--transport', 'tcp'], '--transport: use one of reverse_websocket, stdio, http'],
    [[...stdio, '--http-listen', '127.0.0.1:1'], '--http-listen is for --transport http'],
    [
      ['connect', 'https://ui.example', '--http-tls-key-file', 'x'],
      '--http-tls-key-file is for --transport http',
    ],
    [['serve', '--transport', 'http'], 'needs --http-credential-file'],
    [
      ['serve', '--transport', 'http', '--http-listen', 'desk:80'],
      '--http-listen: use an IP address and a port',
    ],
    [['--computer-use', 'true'], '`serve` needs --transport stdio'],
    [[], '`serve` needs --transport stdio', environment({ A13N_ENVD_TRANSPORT: 'reverse_websocket' })],
    [[], 'Usage: a13n-envd'],
    [['serve', 'https://ui.example'], 'too many arguments'],
    [[...stdio, '--computer-use', 'true', '--sandbox', 'restricted'], 'sandbox "restricted"'],
  ])('%j is refused and says %s', async (argv, message, overrides) => {
    const { exitCode, out, err } = await run(argv, overrides);
    expect(err).toContain(message);
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
  });

  it('refuses plain HTTP beyond this machine, a readable credential and half of TLS, before it makes anything', async () => {
    const refusals: [string[], string][] = [
      [['--http-listen', '0.0.0.0:0'], 'Refused http://0.0.0.0:0: plain HTTP'],
      [['--http-listen', '[::]:0'], 'Refused http://[::]:0: plain HTTP'],
      [['--http-tls-key-file', credentialFile], 'needs --http-tls-certificate-file beside it'],
      [
        ['--http-tls-key-file', credentialFile, '--http-tls-certificate-file', credentialFile],
        'are not a PEM certificate and its key',
      ],
    ];
    for (const [flags, message] of refusals) {
      expect(await run([...http(), ...flags])).toMatchObject({
        exitCode: 2,
        out: '',
        err: containing(message),
      });
    }
    await chmod(credentialFile, 0o644);
    expect(await run(http())).toMatchObject({ exitCode: 2, err: containing('chmod 600') });
    expect(await readdir(directory)).toEqual(['bearer']);
  });

  it('tells a desktop that cannot be used before the first byte', async () => {
    const checkReadiness = () => Promise.resolve([{ name: 'DISPLAY', ok: false, detail: 'not set.' }]);
    for (const argv of [stdio, http()]) {
      const { io, exit } = begin([...argv, '--computer-use', 'true'], { checkReadiness });
      io.pipes.input.end(encodeStdioMessage({ kind: 'text', text: initialize }));
      expect(await exit).toBe(1);
      expect(io.err()).toContain('DISPLAY: not set.');
      expect(io.pipes.output.readableLength).toBe(0);
      expect(urlIn(io)).toBeUndefined();
    }
    expect(await readdir(directory)).toEqual(['bearer']);
  });

  it('refuses to speak EIP with a terminal', async () => {
    const { pipes } = createTestCliIo();
    const { exitCode, err } = await run(stdio, { stdio: () => ({ ...pipes, isTerminal: true }) });
    expect(exitCode).toBe(2);
    expect(err).toContain('is a terminal');
  });
});

const containing = (text: string): unknown => expect.stringContaining(text);

describe('serve over stdio', () => {
  it('answers what a pipeline sends before it ends, and ends with it', async () => {
    const { io, exit } = begin(['--transport', 'stdio', '--log-level', 'trace']);
    const answers = answersOf(io);
    io.pipes.input.end(encodeStdioMessage({ kind: 'text', text: initialize }));
    expect(await exit).toBe(0);
    expect(answers).toMatchObject([{ id: 1, result: { server: { name: 'a13n-envd' } } }]);
    expect(io.err()).toContain('"msg":"connected"');
    expect(io.out()).toBe('');
  });

  it('is what the bare command does where the environment says so', async () => {
    const { io, exit } = begin([], { environment: { A13N_ENVD_TRANSPORT: 'stdio' } });
    io.pipes.input.end();
    expect(await exit).toBe(0);
  });

  it('ends when told to', async () => {
    const { io, exit } = begin(stdio);
    const answers = answersOf(io);
    io.pipes.input.write(encodeStdioMessage({ kind: 'text', text: initialize }));
    await eventually(() => answers).toHaveLength(1);
    io.requestStop();
    expect(await exit).toBe(0);
    await expect(
      access(join(directory, '.a13n-envd/instances/default/carriers/stdio/runtime')),
    ).rejects.toThrow();
  });

  it('ends with a word about a parent that breaks the framing', async () => {
    const { io, exit } = begin([...stdio, '--log-level', 'silent']);
    io.pipes.input.write('GET / HTTP/1.1\r\n\r\n');
    expect(await exit).toBe(1);
    expect(io.err()).toBe('a13n-envd: The parent broke the framing on stdin: A header line is malformed.\n');
  });

  it('ends with a word about a parent that breaks a data frame', async () => {
    const { io, exit } = begin(stdio);
    io.pipes.input.write(encodeStdioMessage({ kind: 'bytes', bytes: Uint8Array.of(1, 2, 3) }));
    expect(await exit).toBe(1);
    expect(io.err()).toContain('broken data frame');
  });

  it('refuses to be a second one of the same instance', async () => {
    const first = begin(stdio);
    const lock = join(directory, '.a13n-envd/instances/default/carriers/stdio/runtime');
    await expect
      .poll(() =>
        access(lock).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true);
    const second = await run(stdio, { processId: process.pid + 1_000_000, clock: createHurriedClock() });
    expect(second).toMatchObject({
      exitCode: 1,
      err: containing('serves the instance "default" over stdio'),
    });
    first.io.requestStop();
    expect(await first.exit).toBe(0);
  });
});

describe('serve over HTTP', () => {
  it('says where it listens, answers with the bearer, and never writes it down', async () => {
    const { io, exit } = begin([...http(), '--log-level', 'trace', '--http-listen', 'localhost:0']);
    const url = await listening(io);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const response = await post(url, initialize);
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ result: { server: { name: 'a13n-envd' } } });
    expect((await fetch(url, { method: 'POST' })).status).toBe(401);
    io.requestStop();
    expect(await exit).toBe(0);
    await expect(post(url, initialize)).rejects.toThrow();
    expect(io.err()).not.toContain(bearer);
    expect(io.out()).toBe('');
  });

  it('says what to do about a port that is taken', async () => {
    const first = begin(http());
    const { port } = new URL(await listening(first.io));
    const second = await run([...http(), '--instance', 'other', '--http-listen', `127.0.0.1:${port}`]);
    expect(second).toMatchObject({ exitCode: 1, err: containing('choose another --http-listen') });
    first.io.requestStop();
    await first.exit;
  });

  it('speaks TLS', async () => {
    const [keyFile, certificateFile] = [join(directory, 'key.pem'), join(directory, 'cert.pem')];
    const subject = ['-subj', '/CN=localhost', '-days', '1', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const pair = ['-newkey', 'rsa:2048', '-nodes', '-keyout', keyFile, '-out', certificateFile];
    await promisify(execFile)('openssl', ['req', '-x509', ...pair, ...subject]);
    const flags = ['--http-tls-certificate-file', certificateFile, '--http-tls-key-file', keyFile];
    const { io, exit } = begin([...http(), ...flags, '--http-listen', '0.0.0.0:0']);
    const url = new URL(await listening(io));
    expect(url.protocol).toBe('https:');
    const status = await new Promise((resolve, reject) => {
      request(
        {
          host: '127.0.0.1',
          port: url.port,
          path: '/eip/control',
          method: 'POST',
          rejectUnauthorized: false,
        },
        (response) => resolve(response.statusCode),
      )
        .on('error', reject)
        .end();
    });
    expect(status).toBe(401);
    io.requestStop();
    expect(await exit).toBe(0);
  });
});

describe('doctor', () => {
  it('looks at what HTTP needs', async () => {
    const [, ...flags] = http();
    expect((await run(['doctor', ...flags])).out).toMatch(/ok {4}transport +http/);
    await chmod(credentialFile, 0o640);
    expect((await run(['doctor', ...flags])).out).toMatch(
      /FAIL {2}transport +Refused --http-credential-file/,
    );
  });
});
