import type { ReadinessCheck } from '../desktop.ts';
import { DesktopError } from '../desktop-error.ts';
import { hasExtension } from './bindings/load-extension.ts';
import { loadRandr } from './bindings/randr.ts';
import type { Randr } from './bindings/randr.ts';
import { loadShm } from './bindings/shm.ts';
import type { Shm } from './bindings/shm.ts';
import type { X11Connection } from './bindings/x11-connection.ts';
import { loadXfixes } from './bindings/xfixes.ts';
import type { Xfixes } from './bindings/xfixes.ts';
import { loadXinput } from './bindings/xinput.ts';
import type { Xinput } from './bindings/xinput.ts';
import { coreKeyboard, loadXkb } from './bindings/xkb.ts';
import type { Xkb } from './bindings/xkb.ts';
import { loadXtest } from './bindings/xtest.ts';
import type { Xtest } from './bindings/xtest.ts';
import { decodeMonitors } from './monitors.ts';
import { isReadableFormat } from './pixel-format.ts';

/** The extensions that computer use needs, and those that only help. */
export type ServerParts = {
  readonly randr: Randr;
  readonly xkb: Xkb;
  readonly xtest: Xtest;
  readonly shm: Shm | undefined;
  readonly xfixes: Xfixes | undefined;
  readonly xinput: Xinput | undefined;
  /** The device whose map our keys go through. */
  readonly keyboardDevice: number;
};

/** `parts` is there when every check that matters holds. */
export type ServerProbe = {
  readonly checks: readonly ReadinessCheck[];
  readonly parts: ServerParts | undefined;
};

type Version = readonly [major: number, minor: number];

const isAtLeast = ([major, minor]: Version, [wantedMajor, wantedMinor]: Version): boolean =>
  major > wantedMajor || (major === wantedMajor && minor >= wantedMinor);

const checkVersion = (name: string, found: Version | undefined, wanted: Version): ReadinessCheck => {
  const need = wanted.join('.');
  if (found && isAtLeast(found, wanted)) return { name, ok: true, detail: `version ${found.join('.')}` };
  return {
    name,
    ok: false,
    detail: found
      ? `The X server has ${name} ${found.join('.')}; ${need} is needed.`
      : `The X server has no ${name} extension; version ${need} is needed.`,
    remedy: `Use an X server with ${name} ${need} or later, such as Xorg or Xvfb of the last ten years, without disabling the extension.`,
  };
};

const checkVisual = ({ setup }: X11Connection): ReadinessCheck => {
  const { isTrueColor, pixelFormat, rootDepth } = setup;
  const layout = `depth ${rootDepth}, ${pixelFormat.bitsPerPixel} bits a pixel`;
  if (isTrueColor && isReadableFormat(pixelFormat)) {
    return { name: 'visual', ok: true, detail: `TrueColor, ${layout}` };
  }
  return {
    name: 'visual',
    ok: false,
    detail: `The root window is not TrueColor with 16, 24 or 32 bits a pixel (${layout}).`,
    remedy: 'Run the X server with DefaultDepth 24 (Xvfb: -screen 0 1920x1080x24).',
  };
};

const describeShm = (shm: Shm | undefined): ReadinessCheck => ({
  name: 'MIT-SHM',
  ok: true,
  detail: shm
    ? 'captures go through shared memory'
    : 'not usable here; captures go through the socket, more slowly',
});

const xwaylandOutput = async (connection: X11Connection, randr: Randr): Promise<string | undefined> => {
  for (const { nameAtom } of decodeMonitors(await randr.getMonitors())) {
    const name = await connection.getAtomName(nameAtom);
    if (/^XWAYLAND/i.test(name)) return name;
  }
  return undefined;
};

const checkXwayland = async (
  connection: X11Connection,
  randr: Randr | undefined,
): Promise<ReadinessCheck> => {
  const output =
    randr && isAtLeast(randr.version, [1, 5]) ? await xwaylandOutput(connection, randr) : undefined;
  const sign = (await hasExtension(connection, 'XWAYLAND'))
    ? 'the XWAYLAND extension'
    : output && `the output ${output}`;
  if (!sign) return { name: 'X11 session', ok: true, detail: 'the server is not XWayland' };
  return {
    name: 'X11 session',
    ok: false,
    detail: `The X server is XWayland (it has ${sign}), which shows only a part of a Wayland desktop.`,
    remedy: 'Choose the Xorg session at the login screen, or point DISPLAY at an Xvfb.',
  };
};

/** Looks at everything that computer use needs of a server, so that doctor can name all that is missing at once. */
export const probeServer = async (connection: X11Connection): Promise<ServerProbe> => {
  const randr = await loadRandr(connection);
  const xkb = await loadXkb(connection);
  const xtest = await loadXtest(connection);
  const shm = await loadShm(connection);
  const xfixes = await loadXfixes(connection);
  const checks = [
    await checkXwayland(connection, randr),
    checkVersion('RandR', randr?.version, [1, 5]),
    checkVersion('XKB', xkb?.version, [1, 0]),
    checkVersion('XTEST', xtest?.version, [2, 2]),
    checkVisual(connection),
    describeShm(shm),
  ];
  if (!randr || !xkb || !xtest || checks.some(({ ok }) => !ok)) return { checks, parts: undefined };
  const xinput = await loadXinput(connection);
  const keyboardDevice = xinput?.xtestKeyboard ?? coreKeyboard;
  return { checks, parts: { randr, xkb, xtest, shm, xfixes, xinput, keyboardDevice } };
};

/** The error for the first check that fails. */
export const readinessError = (checks: readonly ReadinessCheck[]): DesktopError => {
  const failed = checks.find(({ ok }) => !ok);
  return new DesktopError('unsupported', [failed?.detail, failed?.remedy].filter(Boolean).join(' '));
};
