import type { z } from 'zod';

/** The dotted path of a schema issue: `point.x`, `keys.0`; empty for the value itself. */
export function fieldOf(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

/** The member to blame: of unknown members, the first unknown one. */
export function firstField(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return '';
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  return fieldOf([...issue.path, ...unknown]);
}

/** Names the field, never the value: values may hold what a person typed. */
export function issueMessage(subject: string, error: z.ZodError): string {
  const issue = error.issues[0];
  const field = firstField(error);
  const reason =
    issue?.code === 'unrecognized_keys' ? 'is not a known member' : (issue?.message ?? 'is not valid');
  return field === ''
    ? `The ${subject} is malformed: ${reason}.`
    : `The ${subject} is malformed: ${field}: ${reason}.`;
}
