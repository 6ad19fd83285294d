import { methodNames, operationTable } from '@harness-desktop/eip-protocol';
import { expect, it } from 'vitest';
import { operations } from './registry.ts';

it('serves every method of the table, each in the scope the table gives it', () => {
  expect([...operations.keys()].sort()).toEqual([...methodNames].sort());
  for (const [method, operation] of operations) expect(operation.scope).toBe(operationTable[method].scope);
});
