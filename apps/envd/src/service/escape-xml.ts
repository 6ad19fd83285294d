import { CliError } from '../cli/cli-error.ts';
const impossible = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

const toReference = (character: string): string =>
  references[character] ?? `&#${character.codePointAt(0) ?? 0};`;

/**
 * Text of an XML document in ASCII, so that no reader has to guess an encoding. Throws a `CliError` for what XML cannot
 * hold.
 */
export const escapeXml = (text: string): string => {
  if (impossible.test(text) || /\p{Surrogate}/u.test(text)) {
    throw new CliError('usage', `${JSON.stringify(text)} has a character that the service file cannot hold.`);
  }
  return text.replaceAll(/[&<>"']|[^\u0020-\u007e]/gu, toReference);
};
