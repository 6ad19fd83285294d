import type { ResultOf } from '@harness-desktop/eip-protocol';
import type { DeviceDesktop } from '../../shared/devices.ts';
import { claimedText } from './claimed-text.ts';

const maxDisplays = 16;
/** A longer `target_id` could not be given to `computer_observe`. */
const maxTargetIdLength = 128;

type ClaimedDesktop = Pick<DeviceDesktop, 'displays' | 'observe_ready' | 'input_ready' | 'scroll_units'>;

/** What a device says of its desktop, bounded: the wire allows any number of displays and names of any length. */
export function claimedDesktop(description: ResultOf<'computer.describe'>): ClaimedDesktop {
  const { targets, observe_ready, input_ready, scroll_units } = description;
  return {
    displays: targets
      .filter(({ target_id }) => target_id.length <= maxTargetIdLength)
      .slice(0, maxDisplays)
      .map((target) => ({ ...target, name: claimedText(target.name) })),
    observe_ready,
    input_ready,
    scroll_units: [...new Set(scroll_units)],
  };
}
