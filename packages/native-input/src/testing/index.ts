export { createFakeDesktop } from './create-fake-desktop.ts';
export type { FakeDesktop, FakeDesktopControl, FakeDesktopOptions, FakeStep } from './create-fake-desktop.ts';
export { describeDesktopContract } from './desktop-contract.ts';
export type { DesktopHarness } from './desktop-contract.ts';
export type { PersonHolds, ReceivedEvent } from './received-event.ts';
