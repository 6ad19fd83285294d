/**
 * One word of a command line as programs of Windows take it apart (the rules of `CommandLineToArgvW`): backslashes count
 * only before a quotation mark. No shell reads it, so that percent signs are as they are.
 */
export const quoteWindows = (text: string): string => {
  if (/^[A-Za-z0-9_.:\\/=-]+$/.test(text)) return text;
  return `"${text.replaceAll(/(\\*)("|$)/g, (_, backslashes: string, quote: string) =>
    quote === '' ? backslashes + backslashes : `${backslashes}${backslashes}\\"`,
  )}"`;
};
