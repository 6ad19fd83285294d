import type { DeviceArea, DevicePoint } from '../desktop.ts';
import type { TestWindowEvent } from '../test-window.ts';
import type { Scale } from './read-window-event.ts';

/** Where the window is to be: the one argument of its process, as JSON. In points of the whole desktop. */
export type WindowPlace = { readonly place: DeviceArea; readonly scale: Scale };

/** Asks for a {@link WindowState}. */
export type WindowQuestion = {
  readonly request: number;
  /** Answered only once everything has come that was sent before. */
  readonly settled: boolean;
  /** Where {@link WindowState.isInFront} is meant, in points. */
  readonly point: DevicePoint;
};

export type WindowState = {
  readonly request: number;
  readonly text: string;
  readonly hasKeyboard: boolean;
  readonly isInFront: boolean;
  /** In points. */
  readonly pointer: DevicePoint;
};

/** What the process of the window says to its owner. */
export type FromWindow =
  | { readonly type: 'ready'; readonly inside: DeviceArea }
  | { readonly type: 'event'; readonly event: TestWindowEvent }
  | { readonly type: 'state'; readonly state: WindowState }
  | { readonly type: 'failed'; readonly why: string };

const isMessage = (message: unknown): message is { readonly type: unknown } =>
  typeof message === 'object' && message !== null && 'type' in message;

/** Between two processes of one version: what kind of message it is tells the rest. */
export const isFromWindow = (message: unknown): message is FromWindow =>
  isMessage(message) && ['ready', 'event', 'state', 'failed'].includes(String(message.type));

export const isQuestion = (message: unknown): message is WindowQuestion =>
  typeof message === 'object' && message !== null && 'request' in message;

const isWindowPlace = (value: unknown): value is WindowPlace =>
  typeof value === 'object' && value !== null && 'place' in value && 'scale' in value;

export const parsePlace = (text: string | undefined): WindowPlace => {
  const value: unknown = JSON.parse(text ?? 'null');
  if (isWindowPlace(value)) return value;
  throw new Error('The place of the window is missing.');
};
