import { CliError } from '../cli/cli-error.ts';
import { flagOf } from './config-table.ts';
import type { Settings } from './load-settings.ts';

const httpSettings = [
  'http_listen',
  'http_credential_file',
  'http_tls_certificate_file',
  'http_tls_key_file',
] as const;

/** Refuses a command that the transport is not for, and settings of a transport that is not used. */
export const checkCarrier = (command: 'connect' | 'serve', settings: Settings): void => {
  const { transport } = settings;
  if (command === 'connect' && transport !== 'reverse_websocket') {
    throw new CliError(
      'usage',
      `\`connect\` dials a web UI, and the transport "${transport}" does not dial. Run \`a13n-envd serve --transport ${transport}\` for it; or take the transport out of the flags, A13N_ENVD_TRANSPORT and the configuration file.`,
    );
  }
  if (command === 'serve' && transport === 'reverse_websocket') {
    throw new CliError(
      'usage',
      '`serve` needs --transport stdio (for a Host that starts this program) or --transport http (with --http-credential-file). To dial a web UI, run `a13n-envd connect <url>`.',
    );
  }
  if (transport === 'http') return;
  const stray = httpSettings.find((name) => settings[name] !== undefined);
  if (stray === undefined) return;
  throw new CliError(
    'usage',
    `${flagOf(stray)} is for --transport http, and the transport is "${transport}". Add --transport http and run \`a13n-envd serve\`, or leave ${flagOf(stray)} out.`,
  );
};
