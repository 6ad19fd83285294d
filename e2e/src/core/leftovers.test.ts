import { afterAll, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../harness/daemon.ts';
import { eventually } from '../harness/eventually.ts';
import { startRig, startRigDaemon } from '../harness/rig.ts';
import { createTeardown } from '../harness/teardown.ts';
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
