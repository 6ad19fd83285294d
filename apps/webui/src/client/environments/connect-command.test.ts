import { expect, it } from 'vitest';
import { checkoutRunner, connectCommand, guessPlatform } from './connect-command.ts';

const origin = 'http://127.0.0.1:4180';
const off = { computerUse: false, fullControl: false };

it('names nothing that is off', () => {
  expect(connectCommand({ origin, platform: 'linux', ...off })).toBe(`a13n-envd connect ${origin}`);
});

it('names what is switched on', () => {
  const command = connectCommand({ origin, platform: 'windows', computerUse: true, fullControl: true });
  expect(command).toBe(`a13n-envd connect ${origin} --computer-use true --full-control true`);
});

it.each([
  ['linux', `a13n-envd connect 'http://[::1]:4180'`],
  ['macos', `a13n-envd connect 'http://[::1]:4180'`],
  ['windows', `a13n-envd connect "http://[::1]:4180"`],
] as const)('quotes an IPv6 address for %s', (platform, command) => {
  expect(connectCommand({ origin: 'http://[::1]:4180', platform, ...off })).toBe(command);
});

it.each(['linux', 'macos', 'windows'] as const)(
  'lets no shell of %s read anything into the address',
  (platform) => {
    const odd = 'http://$(calc)`%PATH%`"\'&|;.example';
    const command = connectCommand({ origin: odd, platform, ...off });
    expect(command).toBe('a13n-envd connect http://calcPATH.example');
  },
);

it('runs from a checkout where PowerShell runs no scripts', () => {
  expect(checkoutRunner('windows')).toBe('npx.cmd');
  expect(checkoutRunner('linux')).toBe('npx');
});

it('guesses the platform of the browser', () => {
  expect(guessPlatform('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe('windows');
  expect(guessPlatform('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)')).toBe('macos');
  expect(guessPlatform('Mozilla/5.0 (X11; Linux x86_64)')).toBe('linux');
});
