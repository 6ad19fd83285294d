import type { Service } from '../service/service-platform.ts';

/** Words that every format has to carry whole. */
export const nastyWords: readonly string[] = [
  'C:\\Program Files\\nodejs\\',
  '/home/Jürgen Groß/100% "mine" & <others>/it\'s $HOME/`x`',
  'back\\slash \\" and \\\\',
  '%h %% %USERNAME',
  '$HOME ${HOME} $$',
  '日本語 😀',
  'tab\there',
  '; rm -rf ~',
  '--',
  '',
  '#no comment',
  "'",
];

/** The service of one person whose folders have such names. */
export const nastyService = (words: readonly string[] = nastyWords): Service => ({
  alias: 'desk--1.a_b',
  instance: 'default',
  executable: '/opt/Jürgen\'s "node" 100%/bin/node',
  arguments: ['/opt/a13n envd/bin/a13n-envd.js', 'connect', 'desk--1.a_b', ...words],
});
