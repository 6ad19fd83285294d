import { describe, expect, it } from 'vitest';
import { DesktopError } from '../desktop-error.ts';
import { layoutOfTable, windowsLayoutTables } from '../testing/windows-layouts.ts';
import type { InputEvent } from './bindings/send-input.ts';
import { moveEvent } from './input-events.ts';
import { releaseWindowsLeftovers } from './release-leftovers.ts';
import { createWindowsInputPort } from './windows-input-port.ts';
import type { NativeInput } from './windows-input-port.ts';

type SetUp = { readonly areButtonsSwapped?: boolean; readonly layout?: keyof typeof windowsLayoutTables };

const setUp = ({ areButtonsSwapped = false, layout: table = 'us' }: SetUp = {}) => {
  const sent: InputEvent[] = [];
  const down = new Set<number>();
  const state = { takes: Infinity, isLocked: false, isCapsLockOn: false, installed: [0x0409_0409] };
  const native: NativeInput = {
    sender: {
      send: (events) => {
        const taken = events.slice(0, state.takes);
        sent.push(...taken);
        return taken.length;
      },
      virtualDesktop: () => ({ x: -800, y: 0, width: 1600, height: 600 }),
      areButtonsSwapped: () => areButtonsSwapped,
    },
    keyboard: {
      layout: () => layoutOfTable(windowsLayoutTables[table]),
      isDown: (virtualKey) => down.has(virtualKey),
      isCapsLockOn: () => state.isCapsLockOn,
    },
    layoutSwitches: () => ({
      installed: state.installed,
      languageHotkey: undefined,
      layoutHotkey: undefined,
    }),
  };
  const read = () =>
    state.isLocked
      ? Promise.reject(new DesktopError('session_unavailable', 'locked'))
      : Promise.resolve({ layoutId: 'layout', targets: [] });
  const layout = { read, onChange: () => () => undefined };
  const port = createWindowsInputPort({ layout, onNotice: () => undefined }, native);
  return { port, native, sent, down, state };
};

const blocked: unknown = expect.objectContaining({ code: 'input_blocked' });

describe('the input port of Windows', () => {
  it('says that input is blocked when Windows takes none of it', async () => {
    const { port, state } = setUp();
    state.takes = 0;
    const [key] = await port.resolveChord(['a']);
    if (!key) throw new Error('The layout has an a.');
    expect(() => port.press(key)).toThrow(blocked);
    expect(() => port.move({ x: 0, y: 0 })).toThrow(blocked);
    expect(() => port.text?.send('a')).toThrow(blocked);
  });

  it('says that a part was taken, and releases the character that was pressed last', () => {
    const { port, state, sent } = setUp();
    state.takes = 3;
    expect(() => port.text?.send('abc')).toThrow(/took 3 of 6/);
    expect(sent.map((event) => event.kind === 'key' && [event.scanCode, event.flags])).toEqual([
      [0x61, 4],
      [0x61, 6],
      [0x62, 4],
      [0x62, 6],
    ]);
  });

  it('sends a button with its place, so that no move of a person gets in between', async () => {
    const { port, native, sent } = setUp();
    const point = { x: -1, y: 300 };
    const move = moveEvent(point, native.sender.virtualDesktop());
    const left = await port.resolveButton('left');
    const wheel = await port.resolveButton('wheel_up');
    port.move(point);
    sent.length = 0;
    port.press(left);
    port.release(left);
    port.press(wheel);
    port.release(wheel);
    const placed = (flags: number, data: number) => ({ ...move, flags: move.flags | flags, data });
    expect(sent).toEqual([placed(0x2, 0), placed(0x4, 0), placed(0x800, 120)]);
  });

  it('tries a refused release again where a person has the pointer by then', async () => {
    const { port, sent, state } = setUp();
    const left = await port.resolveButton('left');
    port.move({ x: 0, y: 0 });
    port.press(left);
    state.takes = 0;
    expect(() => port.release(left)).toThrow(blocked);
    state.takes = Infinity;
    port.release(left);
    expect(sent.at(-1)).toMatchObject({ flags: 0x4 });
  });

  it('names what a person holds, the buttons by what they act as', async () => {
    const { port, down } = setUp({ areButtonsSwapped: true });
    for (const virtualKey of [0x01, 0x05, 0xa1, 0xa4]) down.add(virtualKey);
    const { buttons, modifiers } = await port.held();
    expect(buttons).toEqual(['the right mouse button', 'the back mouse button']);
    expect(modifiers).toEqual(['Shift', 'Alt']);
  });

  it('knows a key that is down from one that is up', async () => {
    const { port, down } = setUp();
    const [letter, named] = await port.resolveChord(['a', 'home']);
    if (!letter || !named) throw new Error('The layout has both.');
    down.add(0x24);
    const now = await port.held();
    expect([letter, named].map((key) => now.isKeyDown(key))).toEqual([false, true]);
  });

  it('looks at CapsLock for each chord', async () => {
    const { port, state } = setUp({ layout: 'french' });
    const pressed = async () => (await port.resolveChord(['1'])).map(({ name }) => name);
    expect(await pressed()).toEqual(['Shift', '1']);
    state.isCapsLockOn = true;
    expect(await pressed()).toEqual(['1']);
  });

  it('looks at the installed layouts for each gesture with modifiers', async () => {
    const { port, state } = setUp();
    expect(await port.resolveModifiers(['alt', 'shift'])).toHaveLength(2);
    state.installed = [0x0409_0409, 0x0407_0407];
    const unavailable: unknown = expect.objectContaining({ code: 'modifier_unavailable' });
    await expect(port.resolveModifiers(['alt', 'shift'])).rejects.toEqual(unavailable);
  });

  it('looks at the session before it reads a key', async () => {
    const { port, state } = setUp();
    state.isLocked = true;
    const locked: unknown = expect.objectContaining({ code: 'session_unavailable' });
    await expect(port.resolveChord(['a'])).rejects.toEqual(locked);
    await expect(port.held()).rejects.toEqual(locked);
  });
});

describe('leftovers of an earlier process', () => {
  it('releases what is still down, the last press first, and nothing else', async () => {
    const { port, native, down, sent } = setUp();
    const keys = await port.resolveChord(['control', 'shift', 'a']);
    const wheel = await port.resolveButton('wheel_up');
    const left = await port.resolveButton('left');
    for (const virtualKey of [0xa2, 0x41, 0x01]) down.add(virtualKey);
    const [control, , letter] = keys;
    expect(releaseWindowsLeftovers([...keys, wheel, left], native)).toEqual([left, letter, control]);
    expect(sent.map(({ flags }) => flags)).toEqual([0x4, 0xa, 0xa]);
  });
});
