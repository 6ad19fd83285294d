import type { Random } from './mutation/random.ts';

/** Something that must bear whatever its peer says. */
export type FuzzTarget = {
  readonly name: string;
  /** One exchange of changed traffic. Throws `Fault` with what is wrong. */
  readonly round: (random: Random) => Promise<void>;
  /** Goes on after a fault: with a new process where the old one may be spoilt. */
  readonly recover: () => Promise<void>;
  /** What must be true once all is over. Throws `Fault`. */
  readonly finish: () => Promise<void>;
};
