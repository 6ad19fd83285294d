import { loadFramework } from './load-library.ts';
import type { LoadFramework } from './load-library.ts';

/** sys/proc_info.h: PROC_PIDPATHINFO_MAXSIZE. */
const longestPath = 4096;

/** The executable of the process that macOS holds responsible for one; null where it does not tell. */
export const loadResponsibleProgram = (
  load: LoadFramework = loadFramework,
): ((pid: number) => string | null) => {
  const system = load('System');
  // In no public header, and therefore looked for: pid_t responsibility_get_pid_responsible_for_pid(pid_t)
  const responsibleFor: ((pid: number) => number) | undefined = system.find(
    'responsibility_get_pid_responsible_for_pid',
    'int',
    ['int'],
  );
  // libproc.h: int proc_pidpath(int pid, void *buffer, uint32_t buffersize)
  const pathOf: ((pid: number, buffer: Uint8Array, size: number) => number) | undefined = system.find(
    'proc_pidpath',
    'int',
    ['int', 'void *', 'uint32'],
  );
  return (pid) => {
    if (!responsibleFor || !pathOf) return null;
    const responsible = responsibleFor(pid);
    if (responsible <= 0) return null;
    const buffer = Buffer.alloc(longestPath);
    const length = pathOf(responsible, buffer, longestPath);
    return length > 0 ? buffer.toString('utf8', 0, length) : null;
  };
};
