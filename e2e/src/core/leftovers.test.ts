import type { EipSession } from '@harness-desktop/eip-client';
import { createHttpTransport } from '@harness-desktop/eip-client/http';
import { createStdioTransport } from '@harness-desktop/eip-client/stdio';
import { afterAll, describe, expect, it } from 'vitest';
import { openCarriedSession } from '../carriers/carried-session.ts';
import { bearer, writeCredential } from '../carriers/http-daemon.ts';
import { startStdioDaemon } from '../carriers/stdio-daemon.ts';
import { startDaemon, temporaryDirectory } from '../harness/daemon.ts';
import { startDisposableDesktop, type DisposableDesktop } from '../harness/disposable-desktop.ts';
import { eventually } from '../harness/eventually.ts';
import { startRig, startRigDaemon } from '../harness/rig.ts';
import { createTeardown, type Teardown } from '../harness/teardown.ts';
import { readXState } from '../harness/x-state.ts';

describe('a killed daemon', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('leaves the button of a drag down; the next start releases it and no key of a person', async () => {
    const stateDirectory = await temporaryDirectory(teardown);
    const rig = await startRig({ size: '1280x720', stateDirectory, teardown });
    const { desktop, host } = rig;
    const session = await (await rig.nextConnection()).openSession();
    const { observation } = await session.observeComputer();
    const outcome = session
      .drag({
        observationId: observation.observation_id,
        start: { x: 200, y: 400 },
        end: { x: 800, y: 600 },
        button: 'left',
        durationMs: 3_000,
      })
      .catch((error: unknown) => error);
    const buttonIsDown = async () => ((await readXState(desktop)).buttons.includes(1) ? true : undefined);
    await eventually(buttonIsDown, { what: 'the press of the drag' });
    rig.daemon.kill('SIGKILL');
    await rig.daemon.exited;
    expect(await outcome).toMatchObject({ errorType: 'unknown_outcome' });

    await desktop.run('xdotool', 'keydown', 'F9');
    const left = await readXState(desktop);
    expect(left.buttons).toEqual([1]);
    expect(left.keys).toHaveLength(1);

    const next = await startRigDaemon({ desktop, host, stateDirectory, teardown });
    await rig.nextConnection();
    expect(await readXState(desktop)).toMatchObject({ buttons: [], keys: left.keys });
    expect(next.errors.join('\n')).toContain('released what an earlier run left pressed');
    await desktop.run('xdotool', 'keyup', 'F9');
  });
});

type Place = { readonly desktop: DisposableDesktop; readonly stateDirectory: string };

const startHttp = async ({ desktop, stateDirectory }: Place, teardown: Teardown) => {
  const credential = await writeCredential(teardown);
  const args = ['serve', '--transport', 'http', '--computer-use', 'true'];
  const daemon = await startDaemon({
    args: [...args, '--http-credential-file', credential],
    environment: desktop.environment,
    stateDirectory,
    teardown,
  });
  const baseUrl = await daemon.line('errors', (line) => /^Listening on (\S+)$/.exec(line)?.[1]);
  return { daemon, session: await openCarriedSession(createHttpTransport({ baseUrl, credential: bearer })) };
};

const startStdio = async ({ desktop, stateDirectory }: Place, teardown: Teardown) => {
  const environment = { ...desktop.environment, A13N_ENVD_STATE_DIR: stateDirectory };
  const daemon = await startStdioDaemon({ environment, teardown });
  return { daemon, session: await openCarriedSession(createStdioTransport(daemon)) };
};

/** Resolves with what the X server says is down once it is, while the keys are still held. */
const holdKeys = async (
  desktop: DisposableDesktop,
  session: EipSession,
  keys: Parameters<EipSession['pressKeys']>[0]['keys'],
) => {
  const outcome = session.pressKeys({ keys, holdMs: 9_000 }).catch((error: unknown) => error);
  const down = await eventually(
    async () => {
      const state = await readXState(desktop);
      return state.keys.length === keys.length ? state.keys : undefined;
    },
    { what: `the press of ${keys.join(' and ')}` },
  );
  return { down, outcome };
};

describe('a start under another carrier', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('releases the keys of a daemon that was killed', async () => {
    const place = {
      desktop: await startDisposableDesktop({ teardown }),
      stateDirectory: await temporaryDirectory(teardown),
    };
    const { daemon, session } = await startHttp(place, teardown);
    const { down } = await holdKeys(place.desktop, session, ['shift', 'a']);
    daemon.kill('SIGKILL');
    await daemon.exited;
    expect((await readXState(place.desktop)).keys).toEqual(down);

    const next = await startStdio(place, teardown);
    expect(await readXState(place.desktop)).toMatchObject({ buttons: [], keys: [] });
    expect(next.daemon.errors()).toContain('released what an earlier run left pressed');
  });

  it('leaves down what a daemon that runs holds', async () => {
    const place = {
      desktop: await startDisposableDesktop({ teardown }),
      stateDirectory: await temporaryDirectory(teardown),
    };
    const living = await startHttp(place, teardown);
    const { down, outcome } = await holdKeys(place.desktop, living.session, ['a']);

    const second = await startStdio(place, teardown);
    expect((await readXState(place.desktop)).keys).toEqual(down);
    expect(second.daemon.errors()).not.toContain('released what an earlier run left pressed');
    living.daemon.kill('SIGTERM');
    expect(await outcome).toMatchObject({ input_cleanup_complete: true });
    expect(await readXState(place.desktop)).toMatchObject({ buttons: [], keys: [] });
  });
});

describe('a desktop that does not answer', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('keeps a daemon whose parent has gone only for the time of a stop', async () => {
    const place = {
      desktop: await startDisposableDesktop({ teardown }),
      stateDirectory: await temporaryDirectory(teardown),
    };
    const { daemon, session } = await startStdio(place, teardown);
    await holdKeys(place.desktop, session, ['a']);
    process.kill(place.desktop.serverPid, 'SIGSTOP');
    try {
      daemon.input.end();
      let exit: unknown;
      void daemon.exited.then((ended) => (exit = ended));
      await eventually(() => exit, { what: 'the end of the daemon', timeoutMs: 12_000 });
      expect(exit).toEqual({ code: 0, signal: null });
      expect(daemon.errors()).toContain('the desktop does not answer');
    } finally {
      process.kill(place.desktop.serverPid, 'SIGCONT');
    }
    await startStdio(place, teardown);
    expect(await readXState(place.desktop)).toMatchObject({ buttons: [], keys: [] });
  });
});
