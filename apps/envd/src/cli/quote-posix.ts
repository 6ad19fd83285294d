/** One word of a command line as the shells of Linux and macOS take it. */
export const quotePosix = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
