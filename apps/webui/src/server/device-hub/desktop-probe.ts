import type { EipConnection, EipSession } from '@harness-desktop/eip-client';
import type { DeviceDescriptor } from '@harness-desktop/eip-protocol';
import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceDesktop } from '../../shared/devices.ts';
import { claimedDesktop } from '../devices/claimed-desktop.ts';

const readinessPauseMs = 500;
const maxMethods = 256;
const maxMethodLength = 128;
const maxPathLength = 4096;
const closeTimeoutMs = 5000;

/** What is known before any session: nothing about its desktop. */
export function undescribedDesktop(descriptor: DeviceDescriptor): DeviceDesktop {
  const { available_methods, default_working_directory: directory } = descriptor;
  return {
    available_methods: available_methods
      .filter(({ length }) => length <= maxMethodLength)
      .slice(0, maxMethods),
    displays: [],
    observe_ready: false,
    input_ready: false,
    scroll_units: [],
    default_working_directory: directory.length <= maxPathLength ? directory : '/',
    path_style: descriptor.path_style,
  };
}

/** Opens a short session to learn what the device offers, and closes it again. */
export async function probeDesktop(
  connection: EipConnection,
  descriptor: DeviceDescriptor,
  signal: AbortSignal,
): Promise<DeviceDesktop> {
  const session = await connection.openSession({ signal });
  try {
    await untilReady(session, signal);
    const desktop = undescribedDesktop(descriptor);
    if (!session.descriptor.available_methods.includes('computer.describe')) return desktop;
    return { ...desktop, ...claimedDesktop(await session.describeComputer({ signal })) };
  } finally {
    await closeSession(session);
  }
}

/** Asks until the session may work; `signal` is the deadline. */
export async function untilReady(session: EipSession, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { ready } = await session.readiness({ signal });
    if (ready) return;
    await delay(readinessPauseMs, undefined, { signal });
  }
}

/** Best effort and bounded: a session that cannot be closed ends on the device by its idle timeout. */
export async function closeSession(session: EipSession): Promise<void> {
  await session.close(AbortSignal.timeout(closeTimeoutMs)).catch(() => undefined);
}
