import { loadLibrary, out } from './load-library.ts';

const systemTimeOfDayInformation = 3;

/**
 * When this run of Windows began, in 100 ns since 1601, or null where the system does not tell. It stays the same when
 * the clock is set: Windows moves the boot time along with it and says by how much.
 */
export const readBootTime = (): bigint | null => {
  const query = loadLibrary('ntdll').declare('NtQuerySystemInformation', 'int32', [
    ...(['int', 'void *', 'uint32'] as const),
    out('uint32'),
  ]);
  // SYSTEM_TIMEOFDAY_INFORMATION: boot time, current time, zone bias, zone id, reserved, bias of the boot time, …
  const information = Buffer.alloc(48);
  if (query(systemTimeOfDayInformation, information, information.length, [0]) !== 0) return null;
  return information.readBigInt64LE(0) - information.readBigInt64LE(32);
};
