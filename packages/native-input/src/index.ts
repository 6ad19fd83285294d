export type {
  CaptureRequest,
  ChordRequest,
  ClickRequest,
  Desktop,
  DesktopCapabilities,
  DesktopLayout,
  DesktopTarget,
  DeviceArea,
  DevicePoint,
  DragRequest,
  Frame,
  InputResult,
  Keyboard,
  MoveRequest,
  Pointer,
  PointerButton,
  PointerModifier,
  ReadinessCheck,
  ScrollRequest,
  ScrollUnit,
} from './desktop.ts';
export { withDeadline } from './deadline.ts';
export { DesktopError } from './desktop-error.ts';
export type { DesktopErrorCode } from './desktop-error.ts';
export { mapDevicePoint, mapImagePoint } from './image-mapping.ts';
export type { DevicePointMapping, ImagePointMapping, ImageSize } from './image-mapping.ts';
export { keyNames } from './key-names.ts';
export { loadNativeHeap } from './load-native-heap.ts';
export { loadWindowsSystem } from './load-windows-system.ts';
export { checkReadiness, openDesktop, releaseLeftovers } from './open-desktop.ts';
export type { OpenDesktopOptions, ReleaseLeftoversOptions } from './open-desktop.ts';
export { openTestWindow } from './open-test-window.ts';
export type { OpenTestWindowOptions } from './open-test-window.ts';
export { loadPermissions } from './load-permissions.ts';
export type { PermissionName, Permissions, PermissionState, ResponsibleProcess } from './permissions.ts';
export type { HeldPress, PressJournal } from './press-journal.ts';
export type { WindowsSystem } from './windows/windows-system.ts';
export { lampColorOf, testPicture } from './test-picture.ts';
export type { Color } from './test-picture.ts';
export type { TestWindow, TestWindowEvent } from './test-window.ts';
export type { NativeHeap } from './native-heap.ts';
