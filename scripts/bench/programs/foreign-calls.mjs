// The same call of C through our library for that and through another.
import { createRequire } from 'node:module';
import { inRepository } from '../../repository.mjs';
import { peersDirectory } from '../peers.mjs';
import { answerCalls, timed } from './answer-calls.mjs';

const library = 'libc.so.6';
const koffi = createRequire(inRepository('packages/native-input/package.json'))('koffi');
const ffiRs = createRequire(`${peersDirectory}/package.json`)('ffi-rs');
const absOfKoffi = koffi.load(library).func('abs', 'int', ['int']);
ffiRs.open({ library: 'c', path: library });
const { abs: absOfFfiRs } = ffiRs.define({
  abs: { library: 'c', retType: ffiRs.DataType.I32, paramsType: [ffiRs.DataType.I32] },
});

/** @param {number} calls @param {(value: number) => number} abs @returns {Promise<number>} milliseconds of one call */
async function each(calls, abs) {
  const milliseconds = await timed(() => {
    for (let value = 1; value <= calls; value += 1) {
      if (abs(-value) !== value) throw new Error('The call gave another number.');
    }
  });
  return milliseconds / calls;
}

answerCalls({
  open: () => undefined,
  /** @param {number} calls */
  koffi: (calls) => each(calls, absOfKoffi),
  /** @param {number} calls */
  ffiRs: (calls) => each(calls, (value) => absOfFfiRs([value])),
});
