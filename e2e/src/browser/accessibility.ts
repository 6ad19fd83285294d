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

/** Two frames, so that styles are those of what was just changed, and the end of what moves only once. */
const settled = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() =>
  Promise.allSettled(
    document
      .getAnimations()
      .filter((animation) => animation.effect.getComputedTiming().iterations !== Infinity)
      .map((animation) => animation.finished),
  ),
)`;

/** What axe-core finds wrong on the page as it is now: one line each, empty when nothing. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(`${settled}.then(() => undefined)`);
  if ((await page.evaluate('typeof axe')) === 'undefined') await page.evaluate(axe.source);
  const violations = violationsSchema.parse(
    await page.evaluate('axe.run(document).then(({ violations }) => violations)'),
  );
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${help} — ${target.join(' ')} ${failureSummary}`),
  );
}
