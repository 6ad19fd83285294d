// #region observe-and-click
import { isEipError, type EipConnection } from '@harness-desktop/eip-client';

/** Looks, and clicks in the middle of what it saw. */
export async function clickInTheMiddle(connection: EipConnection, signal: AbortSignal): Promise<string> {
  const session = await connection.openSession({ requiredMethods: ['computer.click'], signal });
  try {
    await session.readiness({ signal });
    const { observation } = await session.observeComputer({ maxDimension: 1280, signal });
    const point = { x: Math.floor(observation.width / 2), y: Math.floor(observation.height / 2) };
    const { effect } = await session.click({
      observationId: observation.observation_id,
      point,
      button: 'left',
      timeoutMs: 5000,
      signal,
    });
    // `partial` and `unknown` are answers too: only a new observation tells what they did.
    return effect;
  } catch (error) {
    if (isEipError(error, 'conflict')) return 'the screen is no longer the one that was observed';
    throw error;
  } finally {
    await session.close();
  }
}
// #endregion
