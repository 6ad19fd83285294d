/** The rows of letters of a US keyboard with the scan code of the first; the others follow it. */
const rows: readonly (readonly [firstScanCode: number, letters: string])[] = [
  [0x10, 'qwertyuiop'],
  [0x1e, 'asdfghjkl'],
  [0x2c, 'zxcvbnm'],
];

/** The scan code of a letter on a US keyboard, such as 0x2e for c. */
export const usPosition = (letter: string): number | undefined => {
  const row = rows.find(([, letters]) => letters.includes(letter));
  return row && row[0] + row[1].indexOf(letter);
};
