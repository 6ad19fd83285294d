/** Runs before sockets, streams and the database close; must settle soon after `signal` aborts. */
type ShutdownHook = (signal: AbortSignal) => Promise<void>;

export type ShutdownHooks = {
  onShutdown(hook: ShutdownHook): void;
  /** Runs all hooks at once and gives their failures; never rejects. */
  run(signal: AbortSignal): Promise<unknown[]>;
};

export function createShutdownHooks(): ShutdownHooks {
  const hooks: ShutdownHook[] = [];
  return {
    onShutdown: (hook) => void hooks.push(hook),
    async run(signal) {
      const outcomes = await Promise.allSettled(hooks.splice(0).map((hook) => hook(signal)));
      return outcomes.flatMap((outcome): unknown[] =>
        outcome.status === 'rejected' ? [outcome.reason] : [],
      );
    },
  };
}
