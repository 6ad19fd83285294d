import { describe, expect, it } from 'vitest';
import { loadObjectiveC } from '../../macos/bindings/objective-c.ts';
import type { ObjectiveC } from '../../macos/bindings/objective-c.ts';
import type { Handle } from '../../macos/bindings/load-library.ts';
import { openDouble } from './bindings/double.ts';

const setUp = () => {
  const double = openDouble();
  double.reset();
  return { double, objc: loadObjectiveC(double.load) };
};

const send = ({ method }: Pick<ObjectiveC, 'method'>, selector: string, receiver: Handle): Handle => {
  const call: (receiver: Handle) => Handle = method(selector, 'void *');
  return call(receiver);
};

describe('the Objective-C of the double', () => {
  it('takes a message with the types of its method, and releases what a pool holds', () => {
    const { double, objc } = setUp();
    const before = double.countAlive();
    const make = objc.method('colorWithSRGBRed:green:blue:alpha:', 'void *', Array(4).fill('double'));
    objc.pooled(() => void make(objc.classNamed('NSColor'), 0, 0.25, 0.5, 1));
    expect([double.faults(), double.countAlive() - before, double.countOpenPools()]).toEqual([[], 0, 0]);
  });

  it.each<[string, (objc: ObjectiveC) => void, string]>([
    [
      'a selector that the object does not know',
      ({ classNamed, ...objc }) => send(objc, 'allocate', classNamed('NSPanel')),
      '+[NSPanel allocate]: unrecognized selector',
    ],
    [
      'types that the method does not have',
      ({ method, classNamed, pooled }) => {
        const distantPast: (type: Handle) => boolean = method('distantPast', 'bool');
        pooled(() => distantPast(classNamed('NSDate')));
      },
      'a method of the types @ was declared as B',
    ],
    ['a message to nil', (objc) => send(objc, 'contentView', null), 'contentView was sent to nil'],
    [
      'a message to the dead',
      ({ classNamed, pooled, ...objc }) => {
        const gone = pooled(() => send(objc, 'distantPast', classNamed('NSDate')));
        send(objc, 'description', gone);
      },
      'description was sent to no living object',
    ],
    [
      'a message before init',
      ({ classNamed, ...objc }) => send(objc, 'string', send(objc, 'alloc', classNamed('NSTextView'))),
      '-[NSTextView string] was sent before init',
    ],
    [
      'an object without a pool',
      ({ classNamed, ...objc }) => send(objc, 'distantPast', classNamed('NSDate')),
      'an object was autoreleased with no pool in place',
    ],
  ])('notices %s', (_what, misuse, fault) => {
    const { double, objc } = setUp();
    misuse(objc);
    expect(double.faults().join('\n')).toContain(fault);
  });

  it('knows no class that macOS lacks', () => {
    const { objc } = setUp();
    expect(() => objc.classNamed('NSPane')).toThrow('has no class NSPane');
  });
});
