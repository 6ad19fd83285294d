/** The rows of letters of a US keyboard under XKB's names of the positions. */
const rows: readonly (readonly [row: string, letters: string])[] = [
  ['AD', 'qwertyuiop'],
  ['AC', 'asdfghjkl'],
  ['AB', 'zxcvbnm'],
];

/** The position of a letter on a US keyboard, such as `AB03` for c. */
export const usPosition = (letter: string): string | undefined => {
  const row = rows.find(([, letters]) => letters.includes(letter));
  return row && `${row[0]}${String(row[1].indexOf(letter) + 1).padStart(2, '0')}`;
};
