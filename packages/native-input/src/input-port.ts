import type { DesktopLayout, DevicePoint, PointerButton, PointerModifier } from './desktop.ts';

export type WheelDirection = 'wheel_up' | 'wheel_down' | 'wheel_left' | 'wheel_right';
export type LogicalButton = PointerButton | WheelDirection;

/** One key or button as the system numbers it; `name` is what a person calls it. */
export type RawInput = {
  readonly kind: 'key' | 'button';
  readonly code: number;
  readonly name: string;
  /** Which press of a click with a count this is, from 1, for systems that do not count themselves. */
  readonly clickCount?: number;
};

/** What is down at this moment, whoever pressed it. */
export type HeldNow = {
  readonly buttons: readonly string[];
  /** Modifiers that alter other input. Locks (CapsLock, NumLock) are not among them. */
  readonly modifiers: readonly string[];
  isKeyDown(key: RawInput): boolean;
};

/** Scrolling by device pixels; positive shows what is further right and further down. */
export type PixelScroll = {
  /** At a device point; in parts that are small enough for a cancel between them to be heard. */
  split(distance: DevicePoint, at: DevicePoint): readonly DevicePoint[];
  /** One of these parts, in whatever measure the system has. */
  send(part: DevicePoint): void;
};

/** Text as a system takes it: in pieces that its programs can keep up with, and between which a cancel is heard. */
export type TextInput = {
  /** From piece to piece, where the system takes longer than most. */
  readonly betweenPiecesMs?: number;
  /** Pieces of whole characters, with the line ends that the system types. */
  split(text: string): readonly string[];
  /** Throws `input_blocked` when the system took nothing of the piece; it may have taken a part of it otherwise. */
  send(piece: string): void;
};

/**
 * What a backend gives the shared gestures: look-ups that are made before the first event, and raw events. Events are
 * sent without waiting; `flush` resolves once the system has taken them all and rejects when it refused one.
 */
export type InputPort = {
  layout(): Promise<DesktopLayout>;
  resolveButton(button: LogicalButton): Promise<RawInput>;
  /** In the order of pressing, with the modifiers that the layout needs for a key added in front. */
  resolveChord(keys: readonly string[]): Promise<readonly RawInput[]>;
  /**
   * Keys that hold these modifiers and do nothing else at this moment, in an order of pressing in which that stays
   * so. Refused with `modifier_unavailable`.
   */
  resolveModifiers(modifiers: readonly PointerModifier[]): Promise<readonly RawInput[]>;
  held(): Promise<HeldNow>;
  move(point: DevicePoint): void;
  press(input: RawInput): void;
  release(input: RawInput): void;
  flush(): Promise<void>;
  /** There where the desktop scrolls in pixels. */
  readonly pixelScroll?: PixelScroll | undefined;
  /** There where the desktop types text. */
  readonly text?: TextInput | undefined;
};
