import { expect, it } from 'vitest';
import { browserWords } from './browser-words.ts';

const gecko = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0';
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile Safari/604.1';
const android =
  'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Mobile Safari/537.36';

it.each([
  [gecko, 'Firefox on Linux'],
  [edge, 'Edge on Windows'],
  [phone, 'Safari on iOS'],
  [android, 'Chrome on Android'],
  ['curl/8.5.0', 'curl/8.5.0'],
  ['', 'An unknown program'],
])('names the browser of %j', (userAgent, words) => {
  expect(browserWords(userAgent)).toBe(words);
});
