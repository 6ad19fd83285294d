import { execFile } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PermissionAnswers } from './permission-answers.ts';

export type AskFresh = (signal: AbortSignal) => Promise<PermissionAnswers | null>;

const freshTimeoutMs = 10_000;

const isAnswer = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'verdict' in value &&
  ['granted', 'refused', 'missing'].includes(String(value.verdict)) &&
  'usable' in value &&
  typeof value.usable === 'boolean';

const isAnswers = (value: unknown): value is PermissionAnswers =>
  typeof value === 'object' &&
  value !== null &&
  'screen_recording' in value &&
  isAnswer(value.screen_recording) &&
  'accessibility' in value &&
  isAnswer(value.accessibility);

const parseAnswers = (text: string): PermissionAnswers | null => {
  try {
    const value: unknown = JSON.parse(text);
    return isAnswers(value) ? value : null;
  } catch {
    return null;
  }
};

const ownProgram = (): string =>
  fileURLToPath(new URL(`./permission-probe${extname(import.meta.url)}`, import.meta.url));

/**
 * The answers of a process that has just begun, in the name of the same responsible process; null when it could not
 * tell. macOS answers a process for its whole life what it answered first, so only such a one learns of a change.
 */
export const askFreshProcess = (signal: AbortSignal, program: string = ownProgram()): ReturnType<AskFresh> =>
  new Promise((resolve, reject) => {
    const options = { signal, timeout: freshTimeoutMs, windowsHide: true };
    execFile(process.execPath, [program], options, (error, stdout) => {
      if (signal.aborted) reject(error ?? new Error('aborted'));
      else resolve(error ? null : parseAnswers(stdout));
    });
  });
