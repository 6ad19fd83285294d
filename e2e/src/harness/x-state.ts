import * as z from 'zod';
import type { DisposableDesktop } from './disposable-desktop.ts';
import { repositoryPath } from './repository-path.ts';

const stateSchema = z.object({
  pointer: z.object({ x: z.int(), y: z.int() }),
  /** Physical button numbers that are down. */
  buttons: z.array(z.int()),
  /** Keycodes that are down. */
  keys: z.array(z.int()),
  locked: z.array(z.enum(['caps_lock', 'num_lock', 'scroll_lock'])),
  group: z.int(),
});
export type XState = z.infer<typeof stateSchema>;

const script = repositoryPath('docker/xvfb-fixture/x-state.py');

/** What the X server itself says is held and locked. */
export async function readXState(desktop: DisposableDesktop): Promise<XState> {
  return stateSchema.parse(JSON.parse(await desktop.run('/usr/bin/python3', script)));
}

export async function lockModifiers(desktop: DisposableDesktop, ...names: XState['locked']): Promise<void> {
  await desktop.run('/usr/bin/python3', script, 'lock', ...names);
}

/** Counted from 0. */
export async function lockGroup(desktop: DisposableDesktop, group: number): Promise<void> {
  await desktop.run('/usr/bin/python3', script, 'group', String(group));
}
