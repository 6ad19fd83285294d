/**
 * Answers the calls of the benchmark, one after the other in the order of their arrival.
 *
 * @param {Record<string, (argument: any) => unknown>} commands
 */
export function answerCalls(commands) {
  let turn = Promise.resolve();
  process.on('message', (/** @type {any} */ { id, command, argument }) => {
    turn = turn.then(async () => {
      try {
        process.send?.({ id, value: await commands[command](argument) });
      } catch (error) {
        process.send?.({
          id,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        });
      }
    });
  });
  process.on('disconnect', () => process.exit());
  process.on('SIGTERM', () => process.exit());
}

/** @param {() => Promise<unknown> | unknown} work @returns {Promise<number>} its milliseconds */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** A time that means the same in every process of this machine, in milliseconds. */
export const machineMs = () => Number(process.hrtime.bigint()) / 1e6;
