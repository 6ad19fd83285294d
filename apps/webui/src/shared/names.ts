import * as z from 'zod';

/** What a person calls a thing: one line, not empty. `empty` says what to give instead. */
export function nameSchema(empty: string, maxLength = 80) {
  return z
    .string()
    .trim()
    .min(1, empty)
    .max(maxLength, `Use at most ${maxLength} characters.`)
    .regex(/^\P{Cc}*$/u, 'Leave out line breaks, tabs and other control characters.');
}
