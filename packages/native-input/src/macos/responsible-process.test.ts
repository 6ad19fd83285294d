import { expect, it } from 'vitest';
import { findResponsible } from './responsible-process.ts';

const ownProgram = '/opt/homebrew/bin/node';
const terminal = '/System/Applications/Utilities/Terminal.app/Contents/MacOS/Terminal';
const nested = '/Applications/Claude.app/Contents/Resources/claude.app/Contents/MacOS/claude';

it.each<[string | null, Record<string, string>, object]>([
  [
    terminal,
    { __CFBundleIdentifier: 'com.apple.Terminal' },
    {
      name: 'Terminal',
      path: '/System/Applications/Utilities/Terminal.app',
      bundleId: 'com.apple.Terminal',
    },
  ],
  [
    nested,
    {},
    { name: 'claude', path: '/Applications/Claude.app/Contents/Resources/claude.app', bundleId: null },
  ],
  [ownProgram, { TERM_PROGRAM: 'Apple_Terminal' }, { name: 'node', path: ownProgram, bundleId: null }],
  [
    null,
    { TERM_PROGRAM: 'vscode', XPC_SERVICE_NAME: 'application.com.microsoft.VSCode.1.2' },
    { name: 'Visual Studio Code', path: null },
  ],
  [null, { TERM_PROGRAM: 'WezTerm.app', XPC_SERVICE_NAME: '0' }, { name: 'WezTerm', path: null }],
  [null, { XPC_SERVICE_NAME: 'a13n-envd.desk' }, { name: 'node', path: ownProgram }],
  [
    null,
    { SSH_CONNECTION: '10.0.0.2 1 10.0.0.1 22', TERM_PROGRAM: 'Apple_Terminal' },
    { name: 'sshd-keygen-wrapper' },
  ],
  [null, {}, { name: 'node', path: ownProgram }],
])('started by %s with %j it is listed as %j', (responsibleProgram, environment, expected) => {
  expect(findResponsible({ ownProgram, responsibleProgram, environment })).toMatchObject(expected);
});
