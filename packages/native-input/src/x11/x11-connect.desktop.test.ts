import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DesktopError } from '../desktop-error.ts';
import { checkReadiness, openDesktop } from '../open-desktop.ts';
import { runTool } from '../testing/x11/run-tool.ts';
import { encodeCookieEntry, startXServer } from '../testing/x11/start-x-server.ts';
import type { XServer, XServerOptions } from '../testing/x11/start-x-server.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const familyLocal = 256;
const familyWild = 65535;

const setUp = async (options?: XServerOptions): Promise<XServer> => {
  const server = await startXServer(options);
  onTestFinished(() => server.stop());
  return server;
};

const home = ({ environment }: XServer): string => environment['HOME'] ?? '';

const refusal = async (environment: Environment): Promise<DesktopError> => {
  const error: unknown = await openDesktop({ environment, signal: AbortSignal.timeout(15_000) }).then(
    (desktop) => desktop.close(),
    (reason: unknown) => reason,
  );
  if (error instanceof DesktopError) return error;
  throw new Error('The desktop should have been refused.', { cause: error });
};

const openAndClose = async (environment: Environment): Promise<number> => {
  const desktop = await openDesktop({ environment, signal: AbortSignal.timeout(15_000) });
  const { targets } = await desktop.describe(AbortSignal.timeout(5_000));
  await desktop.close();
  return targets.length;
};

const failedChecks = async (environment: Environment) => {
  const checks = await checkReadiness({ environment, signal: AbortSignal.timeout(15_000) });
  return checks.filter(({ ok }) => !ok);
};

const withAuthority = async (server: XServer, name: string, contents: Buffer): Promise<Environment> => {
  const file = join(home(server), name);
  await writeFile(file, contents);
  return { ...server.environment, XAUTHORITY: file };
};

const entry = (server: XServer, change: Partial<Parameters<typeof encodeCookieEntry>[0]> = {}): Buffer =>
  encodeCookieEntry({
    family: familyLocal,
    address: hostname(),
    display: String(server.displayNumber),
    cookie: server.cookie,
    ...change,
  });

describe('X11 connection', () => {
  it('connects again and again to a server that resets when its last client leaves', async () => {
    const { environment } = await setUp({ resets: true });
    for (let round = 0; round < 5; round += 1) expect(await openAndClose(environment)).toBe(1);
    expect(await failedChecks(environment)).toEqual([]);
  });

  it('O7 tells a wrong cookie, no cookie and no server apart, each with the next step', async () => {
    const server = await setUp();
    const wrong = await withAuthority(server, 'wrong', entry(server, { cookie: randomBytes(16) }));
    const none = await withAuthority(server, 'none', Buffer.alloc(0));
    const absent = { ...server.environment, XAUTHORITY: join(home(server), 'absent') };
    const nowhere = { ...server.environment, DISPLAY: ':59999' };
    const refusals = [
      await refusal(wrong),
      await refusal(none),
      await refusal(absent),
      await refusal(nowhere),
    ];
    const messages = refusals.map(({ message }) => message);
    expect(messages[0]).toMatch(/refused the cookie of .*\/wrong.*set XAUTHORITY/);
    expect(messages[1]).toMatch(/wants a cookie and there is none: .*\/none has no .* entry.*Set XAUTHORITY/);
    expect(messages[2]).toMatch(
      /wants a cookie and there is none: .*\/absent does not exist.*Set XAUTHORITY/,
    );
    expect(messages[3]).toMatch(/No X server answers at DISPLAY=:59999.*set DISPLAY/);
    expect(new Set(messages).size).toBe(4);
    expect(messages.join()).not.toMatch(/xhost/);
    expect(messages.join()).not.toContain(server.cookie.toString('hex'));
    expect(refusals.map(({ code }) => code)).toEqual(refusals.map(() => 'desktop_unavailable'));
  });

  it('O7 names the same step in the readiness checks', async () => {
    const server = await setUp();
    const wrong = await withAuthority(server, 'wrong', entry(server, { cookie: randomBytes(16) }));
    expect(await failedChecks(wrong)).toMatchObject([{ name: 'authentication' }]);
    expect(await failedChecks({ ...server.environment, DISPLAY: ':59999' })).toMatchObject([
      { name: 'connection' },
    ]);
    expect(await failedChecks({})).toMatchObject([{ name: 'display' }]);
    expect(await failedChecks({ DISPLAY: 'nonsense' })).toMatchObject([{ name: 'display' }]);
    expect(await failedChecks(server.environment)).toEqual([]);
  });

  it('takes the cookie that is for this host and display, also a wild one and one for every display', async () => {
    const server = await setUp();
    const other = { cookie: randomBytes(16) };
    const mixed = await withAuthority(
      server,
      'mixed',
      Buffer.concat([
        entry(server, { ...other, address: 'another-host' }),
        entry(server, { ...other, display: String(server.displayNumber + 1) }),
        entry(server, { ...other, family: 0, address: hostname() }),
        entry(server),
      ]),
    );
    const wild = await withAuthority(server, 'wild', entry(server, { family: familyWild, address: '' }));
    const every = await withAuthority(server, 'every', entry(server, { display: '' }));
    for (const environment of [mixed, wild, every]) expect(await openAndClose(environment)).toBe(1);
  });

  it('reads ~/.Xauthority when XAUTHORITY is not set', async () => {
    const server = await setUp();
    await writeFile(join(home(server), '.Xauthority'), entry(server));
    expect(await openAndClose({ ...server.environment, XAUTHORITY: undefined })).toBe(1);
  });

  it('uses TCP only when DISPLAY names a host', async () => {
    const server = await setUp({ tcp: true });
    const DISPLAY = `127.0.0.1:${server.displayNumber}`;
    expect(await openAndClose({ ...server.environment, DISPLAY })).toBe(1);
    const local = await setUp();
    const refused = await refusal({ ...local.environment, DISPLAY: `127.0.0.1:${local.displayNumber}` });
    expect(refused.message).toMatch(/No X server answers/);
  });

  it('refuses a screen that the server does not have', async () => {
    const server = await setUp();
    expect(await refusal({ ...server.environment, DISPLAY: `:${server.displayNumber}.3` })).toMatchObject({
      code: 'desktop_unavailable',
    });
  });

  it.each([
    ['RANDR', 'RandR'],
    ['XTEST', 'XTEST'],
  ])('names the missing extension %s', async (extension, name) => {
    const server = await setUp({ withoutExtension: extension });
    expect(await refusal(server.environment)).toMatchObject({ code: 'unsupported' });
    expect(await failedChecks(server.environment)).toMatchObject([{ name }]);
  });

  it('captures without MIT-SHM', async () => {
    const server = await setUp({ withoutExtension: 'MIT-SHM' });
    const desktop = await openDesktop({
      environment: server.environment,
      signal: AbortSignal.timeout(5_000),
    });
    onTestFinished(() => desktop.close());
    const signal = AbortSignal.timeout(5_000);
    const { targets } = await desktop.describe(signal);
    const frame = await desktop.capture({ targetId: targets[0]?.targetId ?? '' }, signal);
    expect(frame.width).toBe(1280);
  });

  it.each([{ WAYLAND_DISPLAY: 'wayland-0' }, { XDG_SESSION_TYPE: 'wayland' }])(
    'F4 refuses a launch under Wayland although DISPLAY works: %o',
    async (wayland) => {
      const server = await setUp();
      const environment = { ...server.environment, ...wayland };
      const error = await refusal(environment);
      expect(error).toMatchObject({ code: 'unsupported' });
      expect(error.message).toMatch(/Wayland.*Xorg session/);
      expect(await failedChecks(environment)).toMatchObject([{ name: 'session' }]);
    },
  );

  it('F4 refuses a server whose output is named as those of XWayland', async () => {
    const server = await setUp();
    await runTool(server, 'xrandr', ['--setmonitor', 'XWAYLAND0', 'auto', 'screen']);
    const error = await refusal(server.environment);
    expect(error).toMatchObject({ code: 'unsupported' });
    expect(error.message).toMatch(/XWayland.*XWAYLAND0/);
  });

  it('gives up when the caller does', async () => {
    const server = await setUp();
    server.signal('SIGSTOP');
    const opening = openDesktop({ environment: server.environment, signal: AbortSignal.timeout(100) });
    await expect(opening).rejects.toMatchObject({ code: 'cancelled' });
  });
});
