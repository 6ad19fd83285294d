import type { z } from 'zod';

import { commandOperations } from './operations/command.ts';
import { computerOperations } from './operations/computer.ts';
import { directoryOperations } from './operations/directory.ts';
import { egressOperations } from './operations/egress.ts';
import { environmentOperations } from './operations/environment.ts';
import { fileReadOperations } from './operations/file-read.ts';
import { fileTransferOperations } from './operations/file-transfer.ts';
import { fileWriteOperations } from './operations/file-write.ts';
import { lifecycleOperations } from './operations/lifecycle.ts';
import { outputOperations } from './operations/output.ts';
import { portOperations } from './operations/port.ts';
import { receiptOperations } from './operations/receipt.ts';
import type { ProtocolVersion } from './protocol-version.ts';

/** `session` requests carry `eip_session` and `context`, `session_no_context` only the former, `device` neither. */
export type OperationScope = 'device' | 'session' | 'session_no_context';

/** What the ledger answers to the id of a finished operation; `ledger_external` operations have no id. */
export type ReplayPolicy = 'active_only' | 'terminal_evidence' | 'ledger_external';

const rows = {
  ...lifecycleOperations,
  ...directoryOperations,
  ...environmentOperations,
  ...receiptOperations,
  ...computerOperations,
  ...fileReadOperations,
  ...fileTransferOperations,
  ...fileWriteOperations,
  ...commandOperations,
  ...outputOperations,
  ...portOperations,
  ...egressOperations,
} as const;

export type MethodName = keyof typeof rows;

type ParamsByMethod = { [M in MethodName]: z.output<(typeof rows)[M]['params']> };
type ParamsInputByMethod = { [M in MethodName]: z.input<(typeof rows)[M]['params']> };
type ResultByMethod = { [M in MethodName]: z.output<(typeof rows)[M]['result']> };
type ResultInputByMethod = { [M in MethodName]: z.input<(typeof rows)[M]['result']> };

/** Params as a handler sees them, defaults applied; also those of older requests, read by the newest version. */
export type ParamsOf<M extends MethodName> = ParamsByMethod[M];
/** Params as a sender may write them. */
export type ParamsInputOf<M extends MethodName> = ParamsInputByMethod[M];
export type ResultOf<M extends MethodName> = ResultByMethod[M];
export type ResultInputOf<M extends MethodName> = ResultInputByMethod[M];

/** The schemas in which an older version differs from the newest. */
type EarlierSchemas = { readonly params?: z.ZodType; readonly result?: z.ZodType };

export type OperationRow<M extends MethodName> = {
  readonly params: z.ZodType<ParamsByMethod[M], ParamsInputByMethod[M]>;
  readonly result: z.ZodType<ResultByMethod[M], ResultInputByMethod[M]>;
  readonly scope: OperationScope;
  readonly replay: ReplayPolicy;
  readonly earlier?: { readonly [V in ProtocolVersion]?: EarlierSchemas };
};

/** Every method of the wire. A device serves those in its `available_methods`; others answer `method_not_found`. */
export const operationTable: { readonly [M in MethodName]: OperationRow<M> } = rows;

export const methodNames: readonly MethodName[] = Object.keys(rows).filter(isMethodName);

export function isMethodName(value: string): value is MethodName {
  return Object.hasOwn(rows, value);
}

/** The strict shapes of one version. */
export function schemasOf(
  method: MethodName,
  version: ProtocolVersion,
): { readonly params: z.ZodType; readonly result: z.ZodType } {
  const { params, result, earlier } = operationTable[method];
  return { params, result, ...earlier?.[version] };
}
