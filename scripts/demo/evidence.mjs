import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../repository.mjs';
import { say } from '../progress.mjs';
import { countChangedPixels } from './changed-pixels.mjs';

/**
 * Compares two screenshots and keeps them where the person can look at them.
 *
 * @param {{ before: Buffer, after: Buffer, output: string | undefined }} images
 * @returns {Promise<{ changed_pixels: number, before: string, after: string }>} with the paths of the files
 */
export async function compareScreenshots({ before, after, output }) {
  const changed = await countChangedPixels(before, after);
  const root = output ?? inRepository('.data/demo');
  mkdirSync(root, { recursive: true });
  const directory = mkdtempSync(join(root, `${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}-`));
  const paths = { before: join(directory, 'before.jpg'), after: join(directory, 'after.jpg') };
  writeFileSync(paths.before, before);
  writeFileSync(paths.after, after);
  say(`• ${changed} pixels changed\n    before  ${paths.before}\n    after   ${paths.after}`);
  return { changed_pixels: changed, ...paths };
}
