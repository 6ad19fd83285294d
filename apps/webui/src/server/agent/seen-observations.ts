import type { SeenEnvironment, SeenObservation, ToolContext } from '../models/model-adapter.ts';
import { keptReferences } from './observation-references.ts';

type Kept = SeenObservation & { readonly isWhole: boolean };

/** What the model of a run has been shown, for whoever maps its tools onto ours. */
export class SeenObservations implements ToolContext {
  readonly environments: readonly SeenEnvironment[];
  #kept: readonly Kept[] = [];

  constructor(environments: readonly SeenEnvironment[]) {
    this.environments = environments;
  }

  /** `isWhole`: of a whole display, not a part of one. */
  add(observation: SeenObservation, isWhole: boolean): void {
    this.#kept = [...this.#kept, { ...observation, isWhole }].slice(-keptReferences);
  }

  newest(alias: string | null): SeenObservation | undefined {
    const wanted = alias ?? this.environments.find((one) => one.is_default)?.alias;
    return this.#kept.findLast((kept) => kept.isWhole && kept.alias === wanted);
  }

  find(observationId: string): SeenObservation | undefined {
    return this.#kept.find((kept) => kept.observation_id === observationId);
  }
}
