const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '%': '%%',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
};

const toEscape = (character: string): string =>
  escapes[character] ?? `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`;

/** One word of a command line in a unit whose line begins with ":", which takes dollar signs as they are. */
export const quoteSystemd = (text: string): string =>
  `"${text.replaceAll(/[\\"%\u0000-\u001f\u007f]/g, toEscape)}"`;
