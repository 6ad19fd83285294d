import type { EipSession } from '@harness-desktop/eip-client';
import {
  computerInputMethods,
  computerPermissionOf,
  EipError,
  keyNameSchema,
  type ComputerActionResult,
  type ComputerMethod,
  type KeyName,
  type Receipt,
  type ResultOf,
} from '@harness-desktop/eip-protocol';
import * as z from 'zod';
import type { Operation } from '../../shared/bindings.ts';
import {
  computerToolCallSchema,
  type ComputerToolName,
  type ComputerToolResult,
  type computerToolArguments,
} from '../../shared/computer-tools.ts';
import { claimedDesktop } from '../devices/claimed-desktop.ts';
import { claimedText } from '../devices/claimed-text.ts';

export type Observed = Awaited<ReturnType<EipSession['observeComputer']>>;

/** What a tool works on: one session, one operation of it. */
export type ToolDevice = {
  readonly session: EipSession;
  readonly operation: {
    readonly operationId: string;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  };
  /** The device's own id of the screenshot to which the call refers. */
  readonly observationId: string;
  /** Mints the run's reference and stores the display copy. */
  readonly keep: (observed: Observed) => Promise<ComputerToolResult>;
};

type Arguments = { [Tool in ComputerToolName]: z.output<(typeof computerToolArguments)[Tool]> };
type ToolMethod = Exclude<ComputerMethod, 'computer.close_observation'>;
type ToolRow<Tool extends ComputerToolName> = {
  readonly method: ToolMethod;
  readonly timeoutMs: number;
  readonly perform: (device: ToolDevice, given: Arguments[Tool]) => Promise<ComputerToolResult>;
};

const timeoutMs = 30_000;
// 16 384 characters at the pace of the slowest platform.
const typingTimeoutMs = 10 * 60_000;
const maxReceiptName = 256;

const computerToolTable: { readonly [Tool in ComputerToolName]: ToolRow<Tool> } = {
  computer_describe: {
    method: 'computer.describe',
    timeoutMs,
    perform: async ({ session, operation }) => descriptionOf(await session.describeComputer(operation)),
  },
  computer_observe: {
    method: 'computer.observe',
    timeoutMs,
    perform: async ({ session, operation, keep }, { target_id, max_dimension }) =>
      keep(await session.observeComputer({ targetId: target_id, maxDimension: max_dimension, ...operation })),
  },
  computer_zoom: {
    method: 'computer.observe',
    timeoutMs,
    perform: async ({ session, operation, observationId, keep }, { region, max_dimension }) =>
      keep(
        await session.observeComputer({ observationId, region, maxDimension: max_dimension, ...operation }),
      ),
  },
  computer_click: {
    method: 'computer.click',
    timeoutMs,
    perform: async ({ session, operation, observationId }, { point, button, count, modifiers }) =>
      actionOf(await session.click({ observationId, point, button, count, modifiers, ...operation })),
  },
  computer_move: {
    method: 'computer.move',
    timeoutMs,
    perform: async ({ session, operation, observationId }, { point, modifiers }) =>
      actionOf(await session.move({ observationId, point, modifiers, ...operation })),
  },
  computer_drag: {
    method: 'computer.drag',
    timeoutMs,
    perform: async ({ session, operation, observationId }, { duration_ms, ...drag }) =>
      actionOf(await session.drag({ ...drag, observationId, durationMs: duration_ms, ...operation })),
  },
  computer_scroll: {
    method: 'computer.scroll',
    timeoutMs,
    perform: async ({ session, operation, observationId }, { point, delta_x, delta_y, unit, modifiers }) =>
      actionOf(
        await session.scroll({
          observationId,
          point,
          deltaX: delta_x,
          deltaY: delta_y,
          unit,
          modifiers,
          ...operation,
        }),
      ),
  },
  computer_type_text: {
    method: 'computer.type_text',
    timeoutMs: typingTimeoutMs,
    perform: async ({ session, operation }, { text }) =>
      actionOf(await session.typeText({ text, ...operation })),
  },
  computer_press_keys: {
    method: 'computer.press_keys',
    timeoutMs,
    perform: async ({ session, operation }, { keys, hold_ms }) =>
      actionOf(await session.pressKeys({ keys: knownKeys(keys), holdMs: hold_ms, ...operation })),
  },
};

export const computerToolNames: readonly ComputerToolName[] = computerToolCallSchema.options.map(
  (option) => option.shape.tool.value,
);

/** The wire method that carries the tool. */
export function methodOf(tool: ComputerToolName): ToolMethod {
  return computerToolTable[tool].method;
}

/** What a ceiling must list for the tool. */
export function operationOf(tool: ComputerToolName): Operation {
  return computerPermissionOf(methodOf(tool));
}

/** True if the tool sends events to the desktop, so that its outcome can be unknown. */
export function isInput(tool: ComputerToolName): boolean {
  return computerInputMethods.some((method) => method === methodOf(tool));
}

export function timeoutMsOf(tool: ComputerToolName): number {
  return computerToolTable[tool].timeoutMs;
}

type CallOf<Tool extends ComputerToolName> = {
  [Name in Tool]: { readonly tool: Name; readonly arguments: Arguments[Name] };
}[Tool];

/** Carries out the call; throws what the session throws. */
export function performTool<Tool extends ComputerToolName>(
  call: CallOf<Tool>,
  device: ToolDevice,
): Promise<ComputerToolResult> {
  const row: ToolRow<Tool> = computerToolTable[call.tool];
  return row.perform(device, call.arguments);
}

function descriptionOf(description: ResultOf<'computer.describe'>): ComputerToolResult {
  const desktop = claimedDesktop(description);
  // An empty list means pixels on the wire.
  const scroll_units = desktop.scroll_units.length === 0 ? (['pixels'] as const) : desktop.scroll_units;
  return { kind: 'description', ok: true, ...desktop, scroll_units: [...scroll_units] };
}

function actionOf({ receipt, effect, input_cleanup_complete }: ComputerActionResult): ComputerToolResult {
  const ok = effect === 'executed' && input_cleanup_complete;
  return { kind: 'action', ok, effect, input_cleanup_complete, receipt: storedReceipt(receipt) };
}

/** The wire sets these names no bound, and plain JSON holds no 64-bit integer. */
function storedReceipt(receipt: Receipt) {
  const { generation } = receipt;
  return {
    ...receipt,
    generation: typeof generation === 'bigint' ? String(generation) : generation,
    method: claimedText(receipt.method, maxReceiptName),
    device_id: claimedText(receipt.device_id, maxReceiptName),
    session_id: claimedText(receipt.session_id, maxReceiptName),
  };
}

function knownKeys(keys: readonly string[]): KeyName[] {
  const parsed = z.array(keyNameSchema).safeParse(keys);
  if (parsed.success) return parsed.data;
  const unknown = keys.filter((key) => !keyNameSchema.safeParse(key).success);
  throw new EipError(
    'invalid_params',
    `There is no key named ${unknown.join(', ')}. Use names such as control, enter, a, f5.`,
  );
}
