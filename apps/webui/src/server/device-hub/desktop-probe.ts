import type { EipConnection, EipSession } from '@harness-desktop/eip-client';
import type { DeviceDescriptor } from '@harness-desktop/eip-protocol';
import { setTimeout as delay } from 'node:timers/promises';
import type { DeviceDesktop } from '../../shared/devices.ts';
import { claimedText } from '../devices/claimed-text.ts';

const readinessPauseMs = 500;
const maxDisplays = 16;
const maxMethods = 256;
const closeTimeoutMs = 5000;

/** What is known before any session: nothing about its desktop. */
export function undescribedDesktop(descriptor: DeviceDescriptor): DeviceDesktop {
  return {
    available_methods: descriptor.available_methods.slice(0, maxMethods),
    displays: [],
    observe_ready: false,
    input_ready: false,
    scroll_units: [],
    default_working_directory: descriptor.default_working_directory,
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
    const { targets, observe_ready, input_ready, scroll_units } = await session.describeComputer({ signal });
    const displays = targets
      .slice(0, maxDisplays)
      .map(({ target_id, name, width, height }) => ({ target_id, name: claimedText(name), width, height }));
    return { ...desktop, displays, observe_ready, input_ready, scroll_units };
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
