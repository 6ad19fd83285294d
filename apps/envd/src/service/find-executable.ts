import { realpath } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** Folders that a package manager makes for one version of Node, and removes with it. */
const versioned =
  /[/\\](Cellar|\.nvm|\.fnm|fnm_multishells|\.asdf|\.volta|\.nodenv|nvm)[/\\]|[/\\]v?\d+\.\d+\.\d+[^/\\]*[/\\]/;
/** Where `npx` keeps programs for a while. */
const fleeting = /[/\\](_npx|\.npm-cache)[/\\]/;

/**
 * The path of the running Node that stays when it is updated: that of a link on PATH where its own has a version in it.
 */
export const findExecutable = async (executable: string, path: string): Promise<string> => {
  if (!versioned.test(executable)) return executable;
  const own = await realpath(executable).catch(() => executable);
  for (const directory of path.split(delimiter)) {
    const candidate = join(directory, 'node');
    if (directory === '' || versioned.test(candidate)) continue;
    if ((await realpath(candidate).catch(() => null)) === own) return candidate;
  }
  return executable;
};

/** Why the service may not survive an update. */
export const executableNotes = (executable: string, script: string): readonly string[] => [
  ...(versioned.test(executable)
    ? [`${executable} has a version of Node in its path. Install the service again after Node is updated.`]
    : []),
  ...(fleeting.test(script)
    ? [`${script} is where npx keeps programs for a while. Install a13n-envd for good first.`]
    : []),
];
