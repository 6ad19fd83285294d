import type { ComputerToolCall } from '../../shared/computer-tools.ts';

const shownCharacters = 500;

/**
 * What a call types, as far as it can be read at a glance; `null` for other calls. A line break presses Enter, which may
 * send or run something, so each is seen, at the very end too.
 */
export function typedWords(call: ComputerToolCall): string | null {
  if (call.tool !== 'computer_type_text') return null;
  const characters = Array.from(call.arguments.text);
  const shown = characters
    .slice(0, shownCharacters)
    .join('')
    .replaceAll(/\r\n|\r|\n/g, '↵\n');
  const left = characters.length - shownCharacters;
  return left <= 0
    ? shown
    : `${shown}… and ${left} more ${left === 1 ? 'character' : 'characters'}, in the card's details`;
}
