import type { DoubleDisplay } from './bindings/double.ts';

/** What a process needs to take part in the desktop of a test, as JSON in its environment. */
export type DoubleProcess = {
  readonly shared: string;
  /** The file that it writes at its end. */
  readonly report: string;
  readonly displays: readonly DoubleDisplay[];
};

/** What a process found at its end. */
export type DoubleReport = {
  /** Objects that were not released. */
  readonly left: number;
  readonly pools: number;
  readonly faults: readonly string[];
  readonly calls: readonly string[];
};

const isDoubleProcess = (value: unknown): value is DoubleProcess =>
  typeof value === 'object' &&
  value !== null &&
  'shared' in value &&
  'report' in value &&
  'displays' in value;

const isReport = (value: unknown): value is DoubleReport =>
  typeof value === 'object' && value !== null && 'left' in value && 'faults' in value && 'calls' in value;

export const parseDoubleProcess = (text: string | undefined): DoubleProcess => {
  const value: unknown = JSON.parse(text ?? 'null');
  if (isDoubleProcess(value)) return value;
  throw new Error('PLAYED_MAC names no desktop.');
};

export const parseReport = (text: string): DoubleReport => {
  const value: unknown = JSON.parse(text);
  if (isReport(value)) return value;
  throw new Error('The process of the window left no report.');
};
