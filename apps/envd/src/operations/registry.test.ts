import { operationTable } from '@harness-desktop/eip-protocol';
import { describe, expect, it } from 'vitest';
import { describeDevice } from '../device/device-descriptor.ts';
import { operations } from './registry.ts';

describe('operations', () => {
  it.each([...operations])('serves %s in the scope the table gives it', (method, operation) => {
    expect(operation.scope).toBe(operationTable[method].scope);
  });

  it('serves exactly what a device with a whole desktop offers', () => {
    const { available_methods: offered } = describeDevice({
      deviceId: 'device-1',
      generation: 1,
      name: 'desk',
      pathStyle: 'posix',
      workingDirectory: '/',
      identity: null,
      idleTimeoutMs: 1,
      disconnectGraceMs: 1,
      capabilities: { scrollUnits: ['steps'], textInput: true },
    });
    expect([...operations.keys()].sort()).toEqual([...offered].sort());
  });
});
