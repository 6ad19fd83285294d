import type { EipRequest } from '@harness-desktop/eip-protocol';

/**
 * The request, with strings of its own: V8 makes those that a parser cuts out of a text point into the text, so that
 * an operation id in the ledger would keep all 16 MiB of its message. Changes `params` in place, as there may be
 * millions of values in it.
 */
export const detachRequest = ({
  id,
  method,
  params,
  eip_session: sessionId,
  ...rest
}: EipRequest): EipRequest => {
  detachMembers(params);
  return {
    ...rest,
    id: typeof id === 'string' ? copyOf(id) : id,
    method: copyOf(method),
    params,
    ...(sessionId === undefined ? {} : { eip_session: copyOf(sessionId) }),
  };
};

const detachMembers = (members: Record<string, unknown>): void => {
  for (const name in members) {
    const value = members[name];
    if (typeof value === 'string') members[name] = copyOf(value);
    else detachValue(value);
  }
};

const detachValue = (value: unknown): void => {
  if (Array.isArray(value)) detachItems(value);
  else if (isMembers(value)) detachMembers(value);
};

const detachItems = (items: unknown[]): void => {
  for (const [index, value] of items.entries()) {
    if (typeof value === 'string') items[index] = copyOf(value);
    else detachValue(value);
  }
};

const isMembers = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const copyOf = (text: string): string => Buffer.from(text, 'utf8').toString('utf8');
