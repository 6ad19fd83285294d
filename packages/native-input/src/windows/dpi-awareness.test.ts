import { describe, expect, it } from 'vitest';
import { makeDpiAware } from './dpi-awareness.ts';
import type { DpiCalls } from './dpi-awareness.ts';

type Answer = ReturnType<DpiCalls['set']>;
type Awareness = ReturnType<DpiCalls['read']>;
type Answers = Readonly<Record<Parameters<DpiCalls['set']>[0], Answer>>;

const recorded = (answers: Answers, awareness: Awareness) => {
  const asked: string[] = [];
  const check = makeDpiAware({
    set: (wanted) => {
      asked.push(wanted);
      return answers[wanted];
    },
    read: () => awareness,
  });
  return { asked, check };
};

const refused: Answers = { 'per monitor v2': 'refused', 'per monitor': 'refused', system: 'refused' };

type Ready = {
  readonly where: string;
  readonly answers: Answers;
  readonly awareness: Awareness;
  readonly last: string;
};

const ready: readonly Ready[] = [
  {
    where: 'Windows 10 and later',
    answers: { ...refused, 'per monitor v2': 'set' },
    awareness: 'per monitor',
    last: 'per monitor v2',
  },
  {
    where: 'an awareness set before',
    answers: { ...refused, 'per monitor v2': 'already set' },
    awareness: 'per monitor',
    last: 'per monitor v2',
  },
  {
    where: 'Wine',
    answers: { ...refused, 'per monitor': 'already set' },
    awareness: 'per monitor',
    last: 'per monitor',
  },
  { where: 'an old Windows', answers: { ...refused, system: 'set' }, awareness: 'system', last: 'system' },
];

describe('DPI awareness', () => {
  it.each(ready)('is the best that Windows takes: $where', ({ answers, awareness, last }) => {
    const { asked, check } = recorded(answers, awareness);
    expect(check).toMatchObject({ name: 'dpi awareness', ok: true });
    expect(asked.at(-1)).toBe(last);
  });

  it('asks for nothing less once something is taken', () => {
    expect(recorded({ ...refused, 'per monitor v2': 'set' }, 'per monitor').asked).toEqual([
      'per monitor v2',
    ]);
  });

  it('counts by what holds, not by what was asked', () => {
    const overridden: Answers = { ...refused, 'per monitor v2': 'already set' };
    expect(recorded(overridden, 'unaware').check).toMatchObject({ ok: false });
    expect(recorded(overridden, 'unaware').check.remedy).toMatch(/Compatibility/);
    expect(recorded(refused, 'unaware').check.ok).toBe(false);
  });
});
