import type { ComputerToolCall } from '../../shared/computer-tools.ts';

type Screen = { readonly sha256: string; readonly version: number; readonly looks: number };
type Done = { readonly action: string; readonly screen: Screen };

/** Notices when a model does the same thing again although it has seen that the screen did not change. */
export class Repetition {
  readonly #screens = new Map<string, Screen>();
  #last: Done | undefined;

  /** A whole screenshot of the environment; `changed`: the share that differs from the one before, if known. */
  saw(alias: string, { sha256, changed }: { sha256: string; changed: number | undefined }): void {
    const before = this.#screens.get(alias);
    const isSame = before?.sha256 === sha256 || changed === 0;
    this.#screens.set(alias, {
      sha256,
      version: (before?.version ?? 0) + (isSame ? 0 : 1),
      looks: (before?.looks ?? 0) + 1,
    });
  }

  /** Call it for each input. True when it repeats the one before on a screen that was seen unchanged in between. */
  repeats(alias: string, call: ComputerToolCall): boolean {
    const action = JSON.stringify([alias, call.tool, { ...call.arguments, observation_id: undefined }]);
    const screen = this.#screens.get(alias);
    const last = this.#last;
    this.#last = screen === undefined ? undefined : { action, screen };
    if (screen === undefined || last?.action !== action) return false;
    return screen.version === last.screen.version && screen.looks > last.screen.looks;
  }
}
