export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type ServerConfig = {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  /** The origin that browsers and daemons use when a proxy stands in front; `null`: the address they asked for. */
  readonly publicOrigin: string | null;
  readonly logLevel: (typeof logLevels)[number];
  /** Believe `X-Forwarded-*` of the proxy in front. */
  readonly trustProxy: boolean;
  /** Of this program. */
  readonly version: string;
};
