export { createLinkedTransports } from '@harness-desktop/eip-protocol';

export {
  connectScripted,
  connectScriptedSession,
  type ConnectScriptedOptions,
  type ScriptedConnection,
} from './connect-scripted.ts';
export { Operations, type RunningOperation } from './operations.ts';
export {
  ScriptedDaemon,
  type HeldRequest,
  type RawScript,
  type ScriptedCall,
  type ScriptedDaemonOptions,
  type ScriptedHandler,
} from './scripted-daemon.ts';
export { scriptedDevice, scriptedSession } from './scripted-descriptors.ts';
export { ScriptedDesktop, type ImageClaims } from './scripted-desktop.ts';
export { ScriptedFiles } from './scripted-files.ts';
export { completionOf, ScriptedTransfers, type OfferedReader } from './scripted-transfers.ts';
