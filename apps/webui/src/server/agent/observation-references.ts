/** A device's session keeps 16 references too: a longer memory here would only name dead ones. */
export const keptReferences = 16;

export type ObservationReferences<Target> = {
  /** Mints `obs-` + 8 hex for the target and forgets the oldest beyond 16. */
  remember: (target: Target) => string;
  find: (reference: string) => Target | undefined;
  /** What was seen so far can be named no more. */
  forget: () => void;
};

/**
 * The references of one run. A screenshot's id on the device never leaves the server, so that an agent can name only
 * what its own run has seen. `randomHex` gives 8 random hex digits.
 */
export function createObservationReferences<Target>(randomHex: () => string): ObservationReferences<Target> {
  const targets = new Map<string, Target>();
  return {
    remember: (target) => {
      const reference = freshReference(targets, randomHex);
      targets.set(reference, target);
      const oldest = targets.keys().next().value;
      if (targets.size > keptReferences && oldest !== undefined) targets.delete(oldest);
      return reference;
    },
    find: (reference) => targets.get(reference),
    forget: () => targets.clear(),
  };
}

function freshReference(taken: ReadonlyMap<string, unknown>, randomHex: () => string): string {
  const reference = `obs-${randomHex()}`;
  return taken.has(reference) ? freshReference(taken, randomHex) : reference;
}
