import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';

export const dataPaths = (dataDir: string) => ({
  database: join(dataDir, 'harness-ui.db'),
  lock: join(dataDir, 'lock.db'),
  address: join(dataDir, 'server.json'),
});

/** Makes the folder for its owner only, also when it was there with wider permissions. */
export async function prepareDataDirectory(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await chmod(dataDir, 0o700);
}

const addressSchema = z.object({ origin: z.url() });

/** Where the running server is, for `harness-ui sign-in-link`. */
export async function writeServerAddress(dataDir: string, origin: string): Promise<void> {
  const { address } = dataPaths(dataDir);
  await writeFile(`${address}.new`, JSON.stringify({ origin }), { mode: 0o600 });
  await rename(`${address}.new`, address);
}

export async function readServerAddress(dataDir: string): Promise<string> {
  return addressSchema.parse(JSON.parse(await readFile(dataPaths(dataDir).address, 'utf8'))).origin;
}

export async function removeServerAddress(dataDir: string): Promise<void> {
  await rm(dataPaths(dataDir).address, { force: true });
}
