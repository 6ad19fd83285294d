import { expect, it } from 'vitest';
import { auditSentence } from './audit-words.ts';

it.each([
  [{ actor_kind: 'owner', actor_name: '', action: 'device.revoked' }, 'You revoked a device'],
  [{ actor_kind: 'token', actor_name: 'CI', action: 'run.started' }, 'The token “CI” started a run'],
  [
    { actor_kind: 'device', actor_name: 'Desk', action: 'pairing.requested' },
    'The device “Desk” asked to be paired',
  ],
  [
    { actor_kind: 'server', actor_name: '', action: 'sign_in.failed' },
    'The server refused to let someone in',
  ],
  [{ actor_kind: 'owner', actor_name: '', action: 'moon.landed' }, 'You did moon.landed'],
] as const)('says %j as “%s”', (entry, words) => {
  expect(auditSentence(entry)).toBe(words);
});
