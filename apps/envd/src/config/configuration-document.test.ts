import { expect, it } from 'vitest';
import { configTable, environmentVariableOf, flagOf, settingNames } from './config-table.ts';

const cell = (text: string) => text.replaceAll('|', '\\|');

function configurationDocument(): string {
  const rows = settingNames.map((name) => {
    const { placeholder, defaultText, summary } = configTable[name];
    const flag = `\`${flagOf(name)} <${cell(placeholder)}>\``;
    return `| ${flag} | \`${environmentVariableOf(name)}\` | \`"${name}"\` | ${cell(defaultText)} | ${cell(summary)} |`;
  });
  return [
    '# Configuration of a13n-envd',
    '',
    'Made from `apps/envd/src/config/config-table.ts`; a test keeps the two equal.',
    '',
    'A flag wins over the environment, the environment over the JSON file (`--config <file>` or `A13N_ENVD_CONFIG`), the file over the default. An unknown variable that begins with `A13N_ENVD_`, an unknown JSON key or a flag given twice is refused by name.',
    '',
    '<!-- prettier-ignore -->',
    '| flag | environment | JSON key | default | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

it('keeps docs/configuration.md equal to the table of settings', async () => {
  await expect(configurationDocument()).toMatchFileSnapshot('../../../../docs/configuration.md');
});
