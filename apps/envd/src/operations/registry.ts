import type { MethodName } from '@harness-desktop/eip-protocol';
import { click } from './computer/click.ts';
import { closeObservation } from './computer/close-observation.ts';
import { describe } from './computer/describe.ts';
import { drag } from './computer/drag.ts';
import { move } from './computer/move.ts';
import { observe } from './computer/observe.ts';
import { pressKeys } from './computer/press-keys.ts';
import { scroll } from './computer/scroll.ts';
import { typeText } from './computer/type-text.ts';
import type { Operation } from './define-operation.ts';
import { deviceDescribe } from './device-describe.ts';
import { directoryList } from './directory-list.ts';
import { environmentDescribe } from './environment-describe.ts';
import { environmentReadiness } from './environment-readiness.ts';
import { initialize } from './initialize.ts';
import { operationCancel } from './operation-cancel.ts';
import { receiptGet } from './receipt-get.ts';
import { sessionAttach } from './session-attach.ts';
import { sessionClose } from './session-close.ts';
import { sessionKeepalive } from './session-keepalive.ts';
import { sessionOpen } from './session-open.ts';

const computerOperations = [
  describe,
  observe,
  closeObservation,
  click,
  move,
  drag,
  scroll,
  typeText,
  pressKeys,
] as const;

const lifecycleOperations = [
  initialize,
  deviceDescribe,
  directoryList,
  sessionOpen,
  sessionAttach,
  sessionKeepalive,
  sessionClose,
] as const;

const environmentOperations = [
  environmentReadiness,
  environmentDescribe,
  operationCancel,
  receiptGet,
] as const;

/** Every operation this daemon can serve; a session may offer fewer. */
export const operations: ReadonlyMap<MethodName, Operation> = new Map(
  [...lifecycleOperations, ...environmentOperations, ...computerOperations].map((operation) => [
    operation.method,
    operation,
  ]),
);
