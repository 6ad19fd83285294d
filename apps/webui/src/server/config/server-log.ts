import pino, { type DestinationStream, type Logger } from 'pino';
import type { ServerConfig } from './server-config.ts';

const secretNames = [
  'password',
  'token',
  'credential',
  'cookie',
  'authorization',
  'set-cookie',
  'verification_code',
  'current_password',
  'new_password',
  'api_key',
  'apiKey',
  'x-api-key',
  'x-goog-api-key',
];

/** JSON lines; whatever is logged, members named like a secret are blanked up to four levels deep. */
export function createServerLog(level: ServerConfig['logLevel'], destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: secretNames.flatMap(pathsTo), censor: '[redacted]' },
      serializers: {
        err: pino.stdSerializers.err,
        req: (request: { method?: unknown; url?: unknown }) => ({
          method: request.method,
          path: String(request.url).split('?', 1)[0],
        }),
      },
    },
    destination,
  );
}

function pathsTo(name: string): string[] {
  const member = `["${name}"]`;
  return ['', '*', '*.*', '*.*.*'].map((parents) => `${parents}${member}`);
}
