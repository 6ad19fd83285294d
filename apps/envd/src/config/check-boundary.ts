import { CliError } from '../cli/cli-error.ts';
import type { Settings } from './load-settings.ts';

/** Refuses boundaries this daemon cannot keep, before any transport opens. */
export const checkBoundary = (settings: Settings): void => {
  const { sandbox, egress, computer_use: computerUse } = settings;
  const claims = [
    ...(sandbox === 'disabled' ? [] : [`sandbox "${sandbox}"`]),
    ...(egress === 'inherit' ? [] : [`egress "${egress}"`]),
  ];
  if (claims.length === 0) return;
  const reason = computerUse
    ? 'computer use operates the whole desktop, outside any such boundary'
    : 'this version cannot enforce it';
  throw new CliError(
    'usage',
    `Refused: ${claims.join(' and ')}: ${reason}. Use --sandbox disabled and --egress inherit${
      computerUse ? ', or --computer-use false' : ''
    }.`,
  );
};
