import koffi from 'koffi';
import { describe, expect, it } from 'vitest';
import { declareCallback, declareStruct } from './load-library.ts';

describe('types of Windows', () => {
  it('are refused when they have another size than in Windows', () => {
    expect(() => declareStruct('TEST_WRONG', 8, { a: 'uint32' })).toThrow(/TEST_WRONG has 4 bytes/);
  });

  it('are one type, however often they are declared', () => {
    const first = declareStruct('TEST_POINT', 8, { x: 'int32', y: 'int32' });
    expect(declareStruct('TEST_POINT', 8, { x: 'int32', y: 'int32' }).name).toBe(first.name);
  });

  it('keep pointers to data and to functions apart, which koffi mixes up for types without a name', () => {
    const struct = declareStruct('TEST_PAIR', 8, { x: 'int32', y: 'int32' });
    const callback = declareCallback('TEST_PROC', 'int', ['void *']);
    expect([callback, koffi.pointer(struct)].map(({ primitive }) => primitive)).toEqual([
      'Callback',
      'Pointer',
    ]);
  });
});
