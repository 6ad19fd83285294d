// #region after-a-loss
import { isEipError, type EipConnection, type EipSession } from '@harness-desktop/eip-client';

/**
 * Types once, also when the connection breaks in the middle of it: `reconnect` gives an initialized connection to the
 * same device within its grace period.
 */
export async function typeOnce(
  session: EipSession,
  text: string,
  reconnect: () => Promise<EipConnection>,
): Promise<string> {
  const operationId = 'greeting-1';
  try {
    const { effect } = await session.typeText({ text, operationId });
    return effect;
  } catch (error) {
    if (!isEipError(error, 'unknown_outcome')) throw error;
  }
  const again = await (await reconnect()).attachSession(session.sessionId);
  const reconciled = await again.reconcile(operationId);
  switch (reconciled.state) {
    case 'not_found':
      return (await again.typeText({ text, operationId })).effect;
    case 'running':
      return 'still typing; ask again';
    case 'ended':
      return reconciled.receipt.outcome ?? 'unknown';
  }
}
// #endregion
