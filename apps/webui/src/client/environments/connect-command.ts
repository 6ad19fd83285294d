export type Platform = 'linux' | 'macos' | 'windows';

type ConnectOptions = {
  readonly origin: string;
  readonly platform: Platform;
  readonly computerUse: boolean;
  readonly fullControl: boolean;
};

/** The command to run in the desktop's own session. What is off by default is not named. */
export function connectCommand({ origin, platform, computerUse, fullControl }: ConnectOptions): string {
  return [
    'a13n-envd connect',
    quote(origin, platform),
    ...(computerUse ? ['--computer-use true'] : []),
    ...(fullControl ? ['--full-control true'] : []),
  ].join(' ');
}

/**
 * Shells read the brackets of an IPv6 address as a pattern; double quotes mean the same to PowerShell and to the Command
 * Prompt. No other character of an address means anything in quotes, and what is none is left out.
 */
function quote(origin: string, platform: Platform): string {
  const address = origin.replaceAll(/[^\w:/.[\]-]/g, '');
  if (!address.includes('[')) return address;
  return platform === 'windows' ? `"${address}"` : `'${address}'`;
}

/** What runs the command from a checkout. PowerShell runs no `npx`, which is a script, until a person lets it. */
export function checkoutRunner(platform: Platform): string {
  return platform === 'windows' ? 'npx.cmd' : 'npx';
}

/** The system that the person is sitting at is the likeliest one to be paired. */
export function guessPlatform(userAgent: string): Platform {
  if (/Windows/i.test(userAgent)) return 'windows';
  return /Mac OS|Macintosh|iPhone|iPad/i.test(userAgent) ? 'macos' : 'linux';
}
