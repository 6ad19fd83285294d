/**
 * One line of the table. The ratio is ours / theirs, and the goal is met when it is at most `goal`. Where a goal is an
 * absolute bound, `theirs` is that bound.
 *
 * @typedef {{ work: string, ours: number, unit: string, against: string, theirs: number, ratio: number, goal: number,
 *   met: boolean }} Row
 */

/** @param {Omit<Row, 'ratio' | 'met'>} measured @returns {Row} */
export function row(measured) {
  const { work, ours, unit, against, theirs, goal } = measured;
  const ratio = rounded(ours / theirs);
  return {
    work,
    ours: rounded(ours),
    unit,
    against,
    theirs: rounded(theirs),
    ratio,
    goal,
    met: ratio <= goal,
  };
}

/** @param {string} work @param {{ ours: number, unit: string, limit: number, what?: string }} bound @returns {Row} */
export const bounded = (work, { ours, unit, limit, what = 'the bound' }) =>
  row({ work, ours, unit, against: what, theirs: limit, goal: 1 });

/** Four digits tell enough of a measurement. @param {number} value */
const rounded = (value) => Number(value.toPrecision(4));

/** @param {readonly Row[]} rows */
export function formatRows(rows) {
  const head = ['work', 'ours', 'against', 'theirs', 'ratio', 'goal', ''];
  const lines = rows.map(({ work, ours, unit, against, theirs, ratio, goal, met }) => [
    work,
    `${ours} ${unit}`,
    against,
    `${theirs} ${unit}`,
    ratio.toFixed(3),
    `≤ ${goal}`,
    met ? '✓' : '✗',
  ]);
  const table = [head, ...lines];
  const widths = head.map((_, column) => Math.max(...table.map((cells) => cells[column].length)));
  return table
    .map((cells) =>
      cells
        .map((cell, at) => cell.padEnd(widths[at]))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
