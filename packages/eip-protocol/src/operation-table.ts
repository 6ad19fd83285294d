import type { z } from 'zod';

import { computerOperations } from './operations/computer.ts';
import { directoryOperations } from './operations/directory.ts';
import { environmentOperations } from './operations/environment.ts';
import { lifecycleOperations } from './operations/lifecycle.ts';
import { receiptOperations } from './operations/receipt.ts';

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
} as const;

export type MethodName = keyof typeof rows;

type ParamsByMethod = { [M in MethodName]: z.output<(typeof rows)[M]['params']> };
type ParamsInputByMethod = { [M in MethodName]: z.input<(typeof rows)[M]['params']> };
type ResultByMethod = { [M in MethodName]: z.output<(typeof rows)[M]['result']> };
type ResultInputByMethod = { [M in MethodName]: z.input<(typeof rows)[M]['result']> };

/** Params as a handler sees them, defaults applied. */
export type ParamsOf<M extends MethodName> = ParamsByMethod[M];
/** Params as a sender may write them. */
export type ParamsInputOf<M extends MethodName> = ParamsInputByMethod[M];
export type ResultOf<M extends MethodName> = ResultByMethod[M];
export type ResultInputOf<M extends MethodName> = ResultInputByMethod[M];

export type OperationRow<M extends MethodName> = {
  readonly params: z.ZodType<ParamsByMethod[M], ParamsInputByMethod[M]>;
  readonly result: z.ZodType<ResultByMethod[M], ResultInputByMethod[M]>;
  readonly scope: OperationScope;
  readonly replay: ReplayPolicy;
};

/** Every method this implementation serves. A method outside it answers `method_not_found`. */
export const operationTable: { readonly [M in MethodName]: OperationRow<M> } = rows;

export const methodNames: readonly MethodName[] = Object.keys(rows).filter(isMethodName);

export function isMethodName(value: string): value is MethodName {
  return Object.hasOwn(rows, value);
}
