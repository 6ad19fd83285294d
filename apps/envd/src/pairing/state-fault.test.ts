import { describe, expect, it } from 'vitest';
import { CliError } from '../cli/cli-error.ts';
import { withStateFaults } from './state-fault.ts';

const fault = (path?: string): Error => Object.assign(new Error('refused'), { code: 'EIO', path });
const failWith = (error: Error) => withStateFaults('/home/ada/state', () => Promise.reject(error));

describe('withStateFaults', () => {
  it.each(['/home/ada/state', '/home/ada/state/instances', '/home/ada', '/'])(
    'says what to do about %s',
    async (path) => {
      const failing = failWith(fault(path));
      await expect(failing).rejects.toBeInstanceOf(CliError);
      await expect(failing).rejects.toThrow(`Cannot use ${path} (EIO)`);
    },
  );

  it.each([undefined, '/home/ada/stateful', '/home/bob', '/etc/ssl/key.pem'])(
    'leaves a fault of %s as it is',
    async (path) => {
      const error = fault(path);
      await expect(failWith(error)).rejects.toBe(error);
    },
  );
});
