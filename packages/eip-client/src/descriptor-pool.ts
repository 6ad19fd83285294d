import type { DeviceDescriptor } from '@harness-desktop/eip-protocol';

/**
 * What many devices say alike, kept once. Give all connections of a Host the same one. It holds what they said last: at
 * most 64 variants of each part, so that devices which all differ cannot fill it.
 */
export type DescriptorPool = {
  /** An equal descriptor, whose shared parts are frozen. It holds nothing of the message that it came in. */
  share(descriptor: DeviceDescriptor): DeviceDescriptor;
};

const mostVariants = 64;
/** In characters of JSON; longer parts are hardly said twice. */
const longestShared = 16 * 1024;

export function createDescriptorPool(): DescriptorPool {
  const methods = createPartPool<DeviceDescriptor['available_methods']>();
  const limits = createPartPool<DeviceDescriptor['limits']>();
  const lifecycle = createPartPool<DeviceDescriptor['lifecycle']>();
  const boundary = createPartPool<DeviceDescriptor['boundary']>();
  return {
    share(descriptor) {
      const { available_methods, limits: said, lifecycle: life, boundary: bounds, ...own } = descriptor;
      return {
        ...ownCopy(own),
        available_methods: methods(available_methods),
        limits: limits(said),
        lifecycle: lifecycle(life),
        boundary: boundary(bounds),
      };
    },
  };
}

/** The equal part of an earlier call, when it is still kept; the oldest is given up first. */
function createPartPool<Part>(): (part: Part) => Part {
  const kept = new Map<string, Part>();
  return (part) => {
    const key = JSON.stringify(part, exactly);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const shared = frozen(ownCopy(part));
    if (key.length <= longestShared) kept.set(key, shared);
    const [oldest] = kept.keys();
    if (kept.size > mostVariants && oldest !== undefined) kept.delete(oldest);
    return shared;
  };
}

/** Strings cut out of a message keep the whole of it in memory; a clone's are its own. */
const ownCopy = <Value>(value: Value): Value => structuredClone(value);

/** No descriptor has a member of this name. */
const exactly = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? { bigint: value.toString() } : value;

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
