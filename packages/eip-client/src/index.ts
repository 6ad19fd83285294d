export {
  createEipConnection,
  type EipConnection,
  type EipConnectionOptions,
  type ListDirectoryOptions,
  type OpenSessionOptions,
} from './connection.ts';
export type { ObservedComputer } from './observe-computer.ts';
export type {
  ClickOptions,
  DragOptions,
  MoveOptions,
  ObserveOptions,
  OperationOptions,
  PressKeysOptions,
  ScrollOptions,
  TypeTextOptions,
} from './session-options.ts';
export type { EipSession } from './session.ts';
