import type { HeldPress } from '../press-journal.ts';
import { createEventSender } from './event-sender.ts';
import type { EventParts } from './event-sender.ts';
import { isPressDown } from './held-state.ts';

/** Of what was held by an earlier process, releases what is still down, last press first, and answers that. */
export const releaseMacosLeftovers = (
  parts: EventParts,
  held: readonly HeldPress[],
): readonly HeldPress[] => {
  const sender = createEventSender(parts);
  const down = held.filter((press) => isPressDown(parts.state, press)).reverse();
  for (const press of down) sender.release(press);
  return down;
};
