import { mutateJson, writeJson, type Json } from './mutate-json.ts';
import type { Random } from './random.ts';

/** A control message with one to three changes, mostly of its meaning and sometimes of its letters. */
export function mutateMessage(message: Json, random: Random): string {
  let changed = message;
  const changes = 1 + random.below(3);
  for (let count = 0; count < changes; count += 1) changed = mutateJson(changed, random);
  const text = writeJson(changed);
  return random.chance(0.2) ? mutateText(text, random) : text;
}

function mutateText(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  const to = from + random.below(Math.min(64, text.length - from + 1));
  switch (random.below(6)) {
    case 0:
      return text.slice(0, from);
    case 1:
      return text.slice(0, from) + text.slice(to);
    case 2:
      return text.slice(0, to) + text.slice(from, to) + text.slice(to);
    case 3:
      return `${text.slice(0, from)}${String.fromCharCode(random.below(0x80))}${text.slice(from + 1)}`;
    case 4:
      return duplicateMember(text, random);
    default:
      return `${text}${random.pick([' ', ',', '{}', '\0', text])}`;
  }
}

/** The same member again, which strict JSON refuses at any depth. */
function duplicateMember(text: string, random: Random): string {
  const members = [...text.matchAll(/"[a-z_]+":(?:"[^"]*"|[0-9]+|true)/g)];
  if (members.length === 0) return text;
  const { 0: member, index } = random.pick(members);
  return `${text.slice(0, index)}${member},${text.slice(index)}`;
}
