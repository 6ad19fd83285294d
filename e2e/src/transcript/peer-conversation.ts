import type { Teardown } from '../harness/teardown.ts';
import type { ApiClient } from '../web-ui/api-client.ts';
import { bindThread, controlOperations } from '../web-ui/operator-run.ts';
import { pairScriptedPeer } from '../web-ui/pair-peer.ts';
import { setUpOwner, startWebUi } from '../web-ui/web-ui-process.ts';

/** A new conversation that may do everything on a desktop that a scripted peer imagines. */
export async function startPeerConversation(
  teardown: Teardown,
): Promise<{ readonly api: ApiClient; readonly threadId: string }> {
  const api = await setUpOwner(await startWebUi({ teardown }));
  const { peer } = await pairScriptedPeer(api, { name: 'Scripted', teardown });
  const threadId = await bindThread(api, {
    deviceId: peer.identity.resourceId,
    operations: controlOperations,
    workingDirectory: '/home/ada',
  });
  return { api, threadId };
}
