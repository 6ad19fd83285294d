import { pino } from 'pino';
import type { Logger } from 'pino';
import * as z from 'zod';
import type { Settings } from '../config/load-settings.ts';

export type Log = Logger;

export type LoggerOptions = {
  readonly level: Settings['log_level'];
  readonly write: (line: string) => void;
  /** Whether a person reads along: short lines instead of JSON. */
  readonly human: boolean;
};

export type SecretKeepingLog = {
  readonly log: Log;
  /** From now on this exact text is blotted out wherever it appears in a line. */
  protect(secret: string): void;
};

const redactedPaths = [
  'credential',
  'authorization',
  'Authorization',
  'headers.authorization',
  'headers.Authorization',
];

/** JSON lines (or short human ones) through `write`. Secrets are removed by path and, once known, by value. */
export const createLogger = ({ level, write, human }: LoggerOptions): SecretKeepingLog => {
  const secrets: string[] = [];
  const log = pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: redactedPaths.flatMap((path) => [path, `*.${path}`, `*.*.${path}`]),
        censor: '[redacted]',
      },
    },
    {
      write: (line: string) => {
        const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), line);
        write(human ? toHumanLine(safe) : safe);
      },
    },
  );
  return { log, protect: (secret) => secrets.push(secret) };
};

const lineSchema = z.looseObject({
  time: z.string(),
  level: z.string(),
  msg: z.string().default(''),
  err: z.object({ message: z.string() }).optional().catch(undefined),
});

const toHumanLine = (line: string): string => {
  const { time, level, msg, err, ...rest } = lineSchema.parse(JSON.parse(line));
  const cause = err === undefined ? '' : ` (${err.message})`;
  const fields = Object.entries(rest).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`);
  return `${time.slice(11, 19)} ${level} ${msg}${cause}${fields.join('')}\n`;
};
