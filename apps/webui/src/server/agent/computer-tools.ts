import { EipError, type ErrorType } from '@harness-desktop/eip-protocol';
import type { FastifyBaseLogger } from 'fastify';
import type { Binding, EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Attachment, ComputerToolCall, ComputerToolResult } from '../../shared/computer-tools.ts';
import { decideOperation } from '../bindings/effective-ceiling.ts';
import type { DeviceHub, DeviceSession } from '../device-hub/device-hub.ts';
import { claimedText } from '../devices/claimed-text.ts';
import {
  isInput,
  methodOf,
  operationOf,
  performTool,
  timeoutMsOf,
  type Observed,
} from './computer-tool-table.ts';
import { createDeviceSessions, type DeviceSessions } from './device-sessions.ts';
import { createObservationReferences, type ObservationReferences } from './observation-references.ts';
import { refusedCall, toolErrorOf, unavailableDevice, unknownOutcome, type ToolError } from './tool-error.ts';

/** The tools of one run, whoever calls them: a person or a model. */
export type ComputerTools = {
  /** The alias that the call is for; `null` when it names nothing that this run has. */
  aliasOf(call: ComputerToolCall): string | null;
  /** What the points of the call are pixels of; `undefined` when it has none, or they are of a part of a screen. */
  placeOf(call: ComputerToolCall): ScreenPlace | undefined;
  /** Never rejects: what goes wrong is an `error` result. Aborting cancels on the device, too. */
  perform(call: ComputerToolCall, operation: ToolOperation): Promise<Performed>;
  /** Every screenshot so far becomes stale: whoever goes on has to look again. */
  forgetScreenshots(): void;
  /** Closes the run's sessions. Idempotent. */
  close(): Promise<void>;
};

/** A screenshot of a whole display, whichever it was. */
export type ScreenPlace = { readonly target_id: string; readonly width: number; readonly height: number };

/** A screenshot as the device sent it, checked against its digest. */
export type ToolImage = { readonly bytes: Uint8Array; readonly sha256: string; readonly mimeType: string };

export type Performed = {
  readonly result: ComputerToolResult;
  /** Of an observation; it is there even when its display copy could not be stored. */
  readonly image: ToolImage | null;
};

type ToolOperation = { readonly operationId: string; readonly signal: AbortSignal };

export type ComputerToolsOptions = {
  /** The run's snapshot. */
  readonly environment: EnvironmentConfiguration;
  readonly hub: DeviceHub;
  readonly randomHex: () => string;
  /** Stores the display copy; `null` when that failed. */
  readonly storeImage: (observed: Observed) => Promise<Attachment | null>;
  readonly log: FastifyBaseLogger;
};

/** Where a screenshot of this run was made. */
type Observation = {
  readonly alias: string;
  readonly made: DeviceSession;
  readonly observationId: string;
  readonly place: ScreenPlace | undefined;
};
type Route =
  | { readonly ok: true; readonly binding: Binding; readonly observation: Observation | undefined }
  | { readonly ok: false; readonly alias: string | null; readonly refusal: ToolError };
type RunParts = ComputerToolsOptions & {
  readonly sessions: DeviceSessions;
  readonly references: ObservationReferences<Observation>;
};

type ShownParts = RunParts & { readonly show: (image: ToolImage) => void };

export function createComputerTools(options: ComputerToolsOptions): ComputerTools {
  const run: RunParts = {
    ...options,
    sessions: createDeviceSessions(options.hub),
    references: createObservationReferences(options.randomHex),
  };
  return {
    aliasOf: (call) => {
      const route = routeOf(call, run);
      return route.ok ? route.binding.alias : route.alias;
    },
    placeOf: (call) => {
      const route = routeOf(call, run);
      return route.ok ? route.observation?.place : undefined;
    },
    async perform(call, operation) {
      let image: ToolImage | null = null;
      const show = (shown: ToolImage) => void (image = shown);
      const result = await perform(call, operation, { ...run, show });
      return { result, image };
    },
    forgetScreenshots: () => run.references.forget(),
    close: () => run.sessions.close(),
  };
}

async function perform(
  call: ComputerToolCall,
  operation: ToolOperation,
  run: ShownParts,
): Promise<ComputerToolResult> {
  const route = routeOf(call, run);
  if (!route.ok) return route.refusal;
  const { binding, observation } = route;
  if (observation !== undefined && observation.made !== run.sessions.current(binding.device_id))
    return staleReference;
  const opened = await openSession(binding, operation.signal, run);
  if ('refusal' in opened) return opened.refusal;
  const refusal = serviceRefusal(call, binding, opened);
  if (refusal !== undefined) return refusal;
  try {
    return await performTool(call, {
      session: opened.session,
      operation: { ...operation, timeoutMs: timeoutMsOf(call.tool) },
      observationId: observation?.observationId ?? '',
      keep: (observed) => {
        const isWhole = call.tool !== 'computer_zoom';
        return keepObservation(observed, { alias: binding.alias, made: opened, isWhole }, run);
      },
    });
  } catch (error) {
    if (losesSession(error)) {
      run.sessions.drop(binding.device_id);
      run.hub.refresh(binding.device_id);
    }
    return failureOf(call, error, run);
  }
}

function routeOf(call: ComputerToolCall, { environment, references }: RunParts): Route {
  const observation =
    'observation_id' in call.arguments ? references.find(call.arguments.observation_id) : undefined;
  if ('observation_id' in call.arguments && observation === undefined) {
    return { ok: false, alias: null, refusal: staleReference };
  }
  const alias = 'observation_id' in call.arguments ? observation?.alias : call.arguments.alias;
  const decision = decideOperation(environment, { alias, operation: operationOf(call.tool) });
  if (decision.allowed) return { ok: true, binding: decision.binding, observation };
  return { ok: false, alias: decision.alias, refusal: refusedCall('denied', decision.message) };
}

const staleReference = refusedCall(
  'conflict',
  'This screenshot can no longer be used: it is unknown to this run, too many came after it, or the device connected again. Nothing was sent. Observe again.',
  'after_refresh',
);

async function openSession(
  binding: Binding,
  signal: AbortSignal,
  run: RunParts,
): Promise<DeviceSession | { refusal: ToolError }> {
  if (signal.aborted) return { refusal: notBegun };
  try {
    return await run.sessions.acquire(binding, signal);
  } catch (error) {
    if (wasAborted(error, signal)) return { refusal: notBegun };
    const refusal = unavailableDevice(error);
    if (refusal !== undefined) return { refusal };
    run.log.error({ err: error, device_id: binding.device_id }, 'a session could not be opened');
    return {
      refusal: refusedCall(
        'internal_error',
        'The session could not be opened. The log of the server says why.',
      ),
    };
  }
}

function wasAborted(error: unknown, signal: AbortSignal): boolean {
  return signal.aborted && error === signal.reason;
}

const notBegun = refusedCall('cancelled', 'The run ended before this call began. Nothing was sent.');

/** `undefined` when the device serves the tool in this session. */
function serviceRefusal(
  call: ComputerToolCall,
  { alias }: Binding,
  { session }: DeviceSession,
): ToolError | undefined {
  const served = session.descriptor.available_methods;
  const method = methodOf(call.tool);
  if (served.includes(method)) return undefined;
  const advice = served.some((name) => name.startsWith('computer.'))
    ? 'Its platform does not offer it; use another way.'
    : 'Start its a13n-envd with --computer-use true if its desktop may be used.';
  return refusedCall('unsupported', `The device behind “${alias}” does not serve ${method}. ${advice}`);
}

const maxTargetIdLength = 128;

async function keepObservation(
  observed: Observed,
  { isWhole, ...origin }: Pick<Observation, 'alias' | 'made'> & { readonly isWhole: boolean },
  run: ShownParts,
): Promise<ComputerToolResult> {
  const { observation_id, target_id, width, height, captured_at, pointer, changed } = observed.observation;
  const { bytes, sha256 } = observed;
  run.show({ bytes, sha256, mimeType: claimedText(observed.observation.mime_type) });
  const attachment = await run.storeImage(observed);
  const place = isWhole ? { target_id, width, height } : undefined;
  return {
    kind: 'observation',
    ok: true,
    observation_id: run.references.remember({ ...origin, observationId: observation_id, place }),
    target_id: claimedText(target_id, maxTargetIdLength),
    width,
    height,
    captured_at,
    attachment,
    ...(pointer !== undefined && { pointer }),
    ...(changed !== undefined && { changed }),
  };
}

const sessionLosses: ReadonlySet<ErrorType> = new Set<ErrorType>([
  'provider_unavailable',
  'unknown_outcome',
  'stale_generation',
  // The answer to an eip_session that the device no longer has.
  'not_found_or_denied',
]);

/** After these a session answers nothing useful any more; the next call opens a new one. */
function losesSession(error: unknown): boolean {
  if (!(error instanceof EipError)) return false;
  return sessionLosses.has(error.errorType);
}

function failureOf(call: ComputerToolCall, error: unknown, { log }: RunParts): ToolError {
  if (error instanceof EipError) return toolErrorOf(error);
  log.error({ err: error, tool: call.tool }, 'a tool call failed');
  if (isInput(call.tool))
    return unknownOutcome('The server failed during this action; how far it went is not known.');
  return refusedCall('internal_error', 'The server failed during this call. Its log says why.');
}
