export {
  EipError,
  type ErrorType,
  type ResetStatus,
  type Transport,
  type TransportCloseInfo,
  type TransportMessage,
} from '@harness-desktop/eip-protocol';

export {
  createEipConnection,
  type EipConnection,
  type EipConnectionOptions,
  type InitializeOptions,
  type ListDirectoryOptions,
  type OpenSessionOptions,
} from './connection.ts';
export { createDescriptorPool, type DescriptorPool } from './descriptor-pool.ts';
export type { EipFileReader, FileCompletion, ReadAllOptions } from './files/file-reader.ts';
export type { EipFileWriter } from './files/file-writer.ts';
export type { OpenFileReaderOptions, OpenFileWriterOptions } from './files/open-files.ts';
export { isEipError } from './is-eip-error.ts';
export type { ObservedComputer } from './observe-computer.ts';
export type { Reconciliation } from './reconcile-operation.ts';
export type { AnyCarrier, RequestCarrier } from './request-carrier.ts';
export type { CallParamsOf, SessionMethodName } from './session-call.ts';
export type {
  ClickOptions,
  DragOptions,
  DragRoute,
  MoveOptions,
  ObserveOptions,
  OperationOptions,
  PressKeysOptions,
  ScrollOptions,
  TypeTextOptions,
} from './session-options.ts';
export type { EipSession } from './session.ts';
export { TransferResetError } from './transfers/transfer-failure.ts';
