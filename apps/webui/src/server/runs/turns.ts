export type Turns = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** Runs one piece of work after another, in the order of asking; a failure does not hold up the next. */
export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
