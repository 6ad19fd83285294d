import type { EipSession } from '@harness-desktop/eip-client';
import type { KeyName } from '@harness-desktop/eip-protocol';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startRecordingApp, type AppEvent, type RecordingApp } from '../harness/recording-app.ts';
import { refusalOf } from '../harness/refusal.ts';
import { startRig, type Rig, type RigConnection } from '../harness/rig.ts';
import { createTeardown } from '../harness/teardown.ts';
import { lockGroup, lockModifiers, readXState } from '../harness/x-state.ts';

/** Physical keys by keycode, as evdev numbers them. */
const keycodes = { us_c: 54, shift_left: 50 } as const;

describe('keys', () => {
  const teardown = createTeardown();
  let rig: Rig;
  let app: RecordingApp;
  let connection: RigConnection;
  let session: EipSession;

  beforeAll(async () => {
    rig = await startRig({ teardown });
    app = await startRecordingApp({ desktop: rig.desktop, teardown });
    connection = await rig.nextConnection();
  });
  afterAll(() => teardown.close());
  beforeEach(async () => {
    session = await connection.openSession();
    await setLayout('us');
  });
  afterEach(async () => {
    await session.close();
    expect(await readXState(rig.desktop)).toMatchObject({ buttons: [], keys: [] });
  });

  const setLayout = (...args: string[]) => rig.desktop.run('setxkbmap', '-option', '', ...args);
  const pressed = async (keys: KeyName[]): Promise<readonly AppEvent[]> => {
    const events = await app.during(async () => {
      const result = await session.pressKeys({ keys });
      expect(result).toMatchObject({ effect: 'executed', input_cleanup_complete: true });
    });
    return events.filter(({ type }) => type === 'key_press');
  };
  const lastPressed = async (keys: KeyName[]): Promise<AppEvent | undefined> => (await pressed(keys)).at(-1);

  it('K1 presses the key that gives a on a French layout', async () => {
    await setLayout('fr');
    expect(await pressed(['a'])).toMatchObject([{ keysym: 'a', char: 'a' }]);
  });

  it('K2 presses y and z where a German layout has them', async () => {
    await setLayout('de');
    expect(await pressed(['y'])).toMatchObject([{ keysym: 'y', char: 'y' }]);
    expect(await pressed(['z'])).toMatchObject([{ keysym: 'z', char: 'z' }]);
  });

  it.each(['fr', 'de', 'us'])('K3 presses Control with the key that is a on layout %s', async (layout) => {
    await setLayout(layout);
    expect(await lastPressed(['control', 'a'])).toMatchObject({ keysym: 'a', modifiers: ['control'] });
  });

  it('K4 presses the physical c with Control while a Russian group is locked, and keeps the group', async () => {
    await setLayout('us,ru');
    await lockGroup(rig.desktop, 1);
    const key = await lastPressed(['control', 'c']);
    expect(key).toMatchObject({ keycode: keycodes.us_c, modifiers: ['control'] });
    expect(await readXState(rig.desktop)).toMatchObject({ group: 1 });
  });

  it('K5 keeps NumLock and CapsLock on', async () => {
    await lockModifiers(rig.desktop, 'num_lock', 'caps_lock');
    try {
      expect(await lastPressed(['home'])).toMatchObject({ keysym: 'Home' });
      const superF5 = await lastPressed(['meta', 'f5']);
      expect(superF5).toMatchObject({ keysym: 'F5' });
      expect(superF5?.modifiers).toContain('mod4');
      expect((await readXState(rig.desktop)).locked).toEqual(['caps_lock', 'num_lock']);
    } finally {
      await lockModifiers(rig.desktop);
    }
  });

  it('K6 refuses a chord while a person holds Shift, and leaves it held', async () => {
    await rig.desktop.run('xdotool', 'keydown', 'Shift_L');
    try {
      const events = await app.during(async () => {
        const error = await refusalOf(session.pressKeys({ keys: ['a'] }));
        expect(error.errorType).toBe('conflict');
        expect(error.details.safe_detail).toBe('computer_input_held');
        expect(error.dispatchStage).toBe('pre_dispatch');
      });
      expect(events.filter(({ type, keysym }) => type === 'key_press' && keysym !== 'Shift_L')).toEqual([]);
      expect(events.filter(({ type }) => type === 'key_release')).toEqual([]);
      expect(await readXState(rig.desktop)).toMatchObject({ keys: [keycodes.shift_left] });
    } finally {
      await rig.desktop.run('xdotool', 'keyup', 'Shift_L');
    }
  });

  it('K8 follows the live layout between two chords', async () => {
    const [first] = await pressed(['a']);
    await setLayout('fr');
    const [second] = await pressed(['a']);
    expect(first).toMatchObject({ char: 'a' });
    expect(second).toMatchObject({ char: 'a' });
    expect(second?.keycode).not.toBe(first?.keycode);
  });
});

describe('keys written by hand', () => {
  const teardown = createTeardown();
  afterAll(() => teardown.close());

  it('K7 refuses chords that are none before anything happens', async () => {
    const rig = await startRig({ teardown });
    const app = await startRecordingApp({ desktop: rig.desktop, teardown });
    const session = await rig.nextRawSession();
    const nine = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'];
    const events = await app.during(async () => {
      for (const keys of [['return'], ['Enter'], ['a', 'a'], [], nine]) {
        const error = await refusalOf(session.request('computer.press_keys', { keys }));
        expect(error.errorType, keys.join('+')).toBe('invalid_params');
        expect(error.dispatchStage).toBe('pre_dispatch');
      }
    });
    expect(events).toEqual([]);
  });
});
