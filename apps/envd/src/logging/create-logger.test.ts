import { describe, expect, it } from 'vitest';
import { createLogger } from './create-logger.ts';

const secret = 'ab'.repeat(32);

const record = (human: boolean) => {
  const lines: string[] = [];
  const logger = createLogger({ level: 'trace', human, write: (line) => lines.push(line) });
  logger.protect(secret);
  return { ...logger, lines };
};

describe('createLogger', () => {
  it('writes one JSON object a line', () => {
    const { log, lines } = record(false);
    log.info({ attempt: 2 }, 'connected');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', msg: 'connected', attempt: 2 });
  });

  it('never shows a credential, wherever it hides', () => {
    for (const human of [true, false]) {
      const { log, lines } = record(human);
      log.info({ credential: secret }, 'plain');
      log.warn({ request: { headers: { Authorization: `Bearer ${secret}` } } }, 'nested');
      log.error({ err: new Error(`refused Bearer ${secret}`, { cause: new Error(secret) }) }, 'in an error');
      log.debug(`in the message ${secret}`);
      expect(lines).toHaveLength(4);
      expect(lines.join('')).not.toContain(secret);
    }
  });

  it('redacts credentials by name before their value is known', () => {
    const { log, lines } = record(false);
    log.info({ request: { headers: { authorization: 'Bearer other' } }, credential: 'other' }, 'x');
    expect(lines.join('')).not.toContain('other');
  });
});
