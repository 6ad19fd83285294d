/** Remembers how to undo what a test opened and undoes it in reverse order, all of it, also when one step fails. */
export type Teardown = {
  defer(close: () => Promise<void> | void): void;
  close(): Promise<void>;
};

export function createTeardown(): Teardown {
  const closers: (() => Promise<void> | void)[] = [];
  return {
    defer: (close) => void closers.push(close),
    close: async () => {
      const failures: unknown[] = [];
      for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
        try {
          await close();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0)
        throw new AggregateError(failures, 'Some of what the test opened did not close.');
    },
  };
}
