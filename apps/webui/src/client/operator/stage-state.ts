import type { Device } from '../../shared/devices.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { observationOf, type ObservationResult } from '../evidence/observation.ts';

export type NewestImage = {
  readonly call: ToolCall;
  readonly observation: ObservationResult;
  /** The last input on the desktop it shows came later, so it may show what is no more. */
  readonly isOutdated: boolean;
  /** The last input that pointed at it. */
  readonly lastInput: ToolCall | null;
};

/** The newest screenshot of a run, of one environment if `alias` is given. */
export function newestImage(
  calls: readonly ToolCall[],
  runId: string,
  alias: string | null,
): NewestImage | null {
  const own = calls.filter((call) => call.run_id === runId && (alias === null || call.alias === alias));
  const index = own.findLastIndex((call) => observationOf(call) !== null);
  const call = own[index];
  const observation = call && observationOf(call);
  if (call === undefined || observation == null) return null;
  const inputs = own.slice(index + 1).filter(mayHaveChangedSomething);
  const pointed = inputs.filter(
    ({ call: { arguments: args } }) =>
      'observation_id' in args && args.observation_id === observation.observation_id,
  );
  return { call, observation, isOutdated: inputs.length > 0, lastInput: pointed.at(-1) ?? null };
}

function mayHaveChangedSomething({ result }: ToolCall): boolean {
  if (result?.kind === 'action') return result.effect !== 'not_executed';
  return result?.kind === 'error' && result.dispatch_stage !== 'pre_dispatch';
}

/** What may be done in one environment: the tools of the run that its own ceiling allows. */
export function offeredTools(run: Run, alias: string): readonly string[] {
  const binding = run.environment.environment_bindings.find((candidate) => candidate.alias === alias);
  const allowed = binding?.permission_ceiling.operations ?? [];
  return run.tools.filter((tool) => allowed.some((operation) => operation === operationOf(tool)));
}

/** A closer look is an observation. */
function operationOf(tool: string): string {
  return tool === 'computer_zoom'
    ? 'environment.computer.observe'
    : tool.replace(/^computer_/, 'environment.computer.');
}

export type DisplayChoice = { readonly targetId: string; readonly label: string };

/** The displays of an environment: as last described in this run, else as the device said when it connected. */
export function displayChoices(
  run: Run,
  calls: readonly ToolCall[],
  environment: { readonly alias: string; readonly devices: readonly Device[] },
): readonly DisplayChoice[] {
  const described = calls.findLast(
    (call) =>
      call.run_id === run.run_id && call.alias === environment.alias && call.result?.kind === 'description',
  )?.result;
  const displays =
    described?.kind === 'description' ? described.displays : deviceOf(run, environment)?.desktop?.displays;
  return (displays ?? []).map((display) => ({
    targetId: display.target_id,
    label: `${display.name} · ${display.width} × ${display.height}`,
  }));
}

export function deviceOf(
  run: Run,
  environment: { readonly alias: string; readonly devices: readonly Device[] },
): Device | undefined {
  const binding = run.environment.environment_bindings.find(
    (candidate) => candidate.alias === environment.alias,
  );
  return environment.devices.find((device) => device.device_id === binding?.device_id);
}
