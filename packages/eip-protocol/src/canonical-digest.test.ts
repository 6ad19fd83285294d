import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { canonicalRequest } from './canonical-digest.ts';
import { encodeParams, encodeResult } from './encode-value.ts';
import { parseParams } from './parse-value.ts';

const click = {
  context: { operation_id: 'op-1', timeout_ms: 1000 },
  observation_id: 'o-1',
  point: { x: 3, y: 4 },
  button: 'left',
} as const;

describe('canonicalRequest', () => {
  it('is compact, sorted, and without what names and bounds one attempt', () => {
    expect(canonicalRequest({ protocolVersion: '0.1', method: 'computer.click', params: click })).toBe(
      '{"method":"computer.click","params":{"button":"left","observation_id":"o-1","point":{"x":3,"y":4}},"protocol_version":"0.1"}',
    );
  });

  it('does not change with key order, written defaults, operation id or timeout', () => {
    const params = fc.record({
      x: fc.nat(5000),
      y: fc.nat(5000),
      count: fc.constantFrom(undefined, 1, 2),
      operationId: fc.string({ minLength: 1, maxLength: 20 }),
      timeoutMs: fc.constantFrom(undefined, 1, 5000),
      reversed: fc.boolean(),
    });
    fc.assert(
      fc.property(params, params, (left, right) => {
        const same = left.x === right.x && left.y === right.y && (left.count ?? 1) === (right.count ?? 1);
        expect(digestInput(left) === digestInput(right)).toBe(same);
      }),
      { examples: [[example(undefined, false), example(1, true)]] },
    );
  });

  it('changes with the method and the protocol version', () => {
    const { context, observation_id, point } = click;
    const texts = [
      canonicalRequest({
        protocolVersion: '0.1',
        method: 'computer.move',
        params: { context, observation_id, point },
      }),
      canonicalRequest({ protocolVersion: '0.1', method: 'computer.click', params: click }),
      canonicalRequest({ protocolVersion: '0.100', method: 'computer.click', params: click }),
    ];
    expect(new Set(texts).size).toBe(3);
  });
});

describe('encodeParams', () => {
  it('omits members that equal their default and keeps the others', () => {
    expect(encodeParams('computer.click', { ...click, count: 1 }, '0.1')).toStrictEqual(click);
    expect(encodeParams('computer.click', { ...click, count: 2 }, '0.1')).toStrictEqual({
      ...click,
      count: 2,
    });
    const open = { expected_device_id: 'd', expected_generation: 1, protocol_version: '0.1' };
    expect(
      encodeParams('session.open', { ...open, required_methods: [], egress: undefined }, '0.1'),
    ).toStrictEqual(open);
  });

  it('keeps what a round trip through parseParams means', () => {
    const parsed = parseParams('computer.click', click, '0.1');
    expect(parseParams('computer.click', encodeParams('computer.click', parsed, '0.1'), '0.1')).toStrictEqual(
      parsed,
    );
  });
});

describe('encodeResult', () => {
  it('omits defaults at depth', () => {
    const target = { target_id: 't', name: 'n', width: 1, height: 1 };
    const result = { targets: [target], observe_ready: true, input_ready: false, scroll_units: [] };
    expect(encodeResult('computer.describe', result, '0.1')).toStrictEqual({
      targets: [target],
      observe_ready: true,
      input_ready: false,
    });
  });
});

type Variation = {
  x: number;
  y: number;
  count: number | undefined;
  operationId: string;
  timeoutMs: number | undefined;
  reversed: boolean;
};

function example(count: number | undefined, reversed: boolean): Variation {
  return {
    x: 1,
    y: 2,
    count,
    operationId: reversed ? 'b' : 'a',
    timeoutMs: reversed ? 5 : undefined,
    reversed,
  };
}

function digestInput(variation: Variation): string {
  const members: [string, unknown][] = [
    ['context', { operation_id: variation.operationId, timeout_ms: variation.timeoutMs }],
    ['observation_id', 'o'],
    ['point', variation.reversed ? { y: variation.y, x: variation.x } : { x: variation.x, y: variation.y }],
    ['button', 'left'],
    ['count', variation.count],
  ];
  const params = parseParams(
    'computer.click',
    Object.fromEntries(variation.reversed ? members.reverse() : members),
    '0.1',
  );
  return canonicalRequest({ protocolVersion: '0.1', method: 'computer.click', params });
}
