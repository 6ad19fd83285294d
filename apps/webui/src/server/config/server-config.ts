import * as z from 'zod';

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export const serverConfigSchema = z.strictObject({
  host: z.string().min(1).max(255),
  /** 0 lets the system choose. */
  port: z.int().min(0).max(65_535),
  dataDir: z.string().min(1),
  /** The origin that browsers and daemons use when a proxy stands in front; `null`: the address they asked for. */
  publicOrigin: z.string().nullable(),
  logLevel: z.enum(logLevels),
  /** Believe `X-Forwarded-*` of the proxy in front. */
  trustProxy: z.boolean(),
});
export type ServerConfig = Readonly<z.infer<typeof serverConfigSchema>>;
