import { decodeDataFrame, encodeDataFrame } from '@harness-desktop/eip-protocol';
import { isObject, mapMembers, type Json } from '../mutation/mutate-json.ts';

/** The names that a recorded message must use to mean something now. */
export type LiveNames = {
  session(): string;
  observation(): string;
  reader(): string;
  /** A new one. */
  operation(): string;
  pastOperation(): string;
  device(): string;
  generation(): number;
};

const roles = new Map<string, keyof LiveNames>([
  ['eip_session', 'session'],
  ['session_id', 'session'],
  ['observation_id', 'observation'],
  ['reader', 'reader'],
  ['operation_id', 'pastOperation'],
  ['target_operation_id', 'pastOperation'],
  ['device_id', 'device'],
  ['expected_device_id', 'device'],
  ['generation', 'generation'],
  ['expected_generation', 'generation'],
]);

/** The same message about what is there now. */
export function rebind(value: Json, names: LiveNames): Json {
  if (Array.isArray(value)) return value.map((item) => rebind(item, names));
  if (!isObject(value)) return value;
  return mapMembers(value, (item, name) => {
    if (name === 'context' && isObject(item)) return { ...item, operation_id: names.operation() };
    const role = roles.get(name);
    return role === undefined || isObject(item) ? rebind(item, names) : names[role]();
  });
}

export function rebindFrame(bytes: Uint8Array, names: LiveNames): Uint8Array {
  return encodeDataFrame({ ...decodeDataFrame(bytes), sessionId: names.session(), handle: names.reader() });
}
