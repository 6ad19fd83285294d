import { capture } from './groups/capture.mjs';
import { click } from './groups/click.mjs';
import { conversation } from './groups/conversation.mjs';
import { daemon } from './groups/daemon.mjs';
import { ground } from './groups/ground.mjs';
import { host } from './groups/host.mjs';
import { manyDevices } from './groups/many-devices.mjs';
import { observe4k } from './groups/observe-4k.mjs';
import { observe } from './groups/observe.mjs';
import { unchanged } from './groups/unchanged.mjs';

/**
 * What is measured together, on a display and with processes of its own, which end with the scope.
 *
 * @typedef {{ rounds: number, signal: AbortSignal, scope: import('../processes/scope.mjs').Scope }} GroupContext
 * @typedef {(context: GroupContext) => Promise<import('./rows.mjs').Row[]>} Group
 */

/** @type {Readonly<Record<string, Group>>} */
export const groups = {
  capture,
  observe,
  'observe-4k': observe4k,
  unchanged,
  host,
  conversation,
  click,
  daemon,
  'many-devices': manyDevices,
  ground,
};
