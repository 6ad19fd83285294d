import axe from 'axe-core';
import type { Page } from 'playwright-core';
import * as z from 'zod';

const violationsSchema = z.array(
  z.object({
    id: z.string(),
    help: z.string(),
    nodes: z.array(z.object({ target: z.array(z.unknown()), failureSummary: z.string().optional() })),
  }),
);

/** What axe-core finds wrong on the page as it is now: one line each, empty when nothing. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const violations = violationsSchema.parse(
    await page.evaluate('axe.run(document).then(({ violations }) => violations)'),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${help} — ${target.join(' ')} ${failureSummary}`),
  );
}
