import * as z from 'zod';
import type { Teardown } from '../harness/teardown.ts';
import type { ApiClient } from './api-client.ts';
import { deviceThat } from './operator-run.ts';
import type { PeerSystem } from './peer-descriptor.ts';
import { askToPair } from './peer-pairing.ts';
import { ScriptedDesktopPeer, type PeerSocket } from './scripted-desktop-peer.ts';

/** A scripted peer that the owner has approved and that is connected. */
export async function pairScriptedPeer(
  api: ApiClient,
  { name, ...options }: { readonly name: string; readonly system?: PeerSystem; readonly teardown: Teardown },
): Promise<{ readonly peer: ScriptedDesktopPeer; readonly socket: PeerSocket }> {
  const peer = new ScriptedDesktopPeer({ origin: api.origin, ...options });
  await askToPair(api.origin, peer.identity, name);
  await api.post(`/api/pairings/${peer.identity.pairingId}/approve`, { answer: z.undefined() });
  return { peer, socket: await connectPeer(api, peer) };
}

/** Dials and waits until the Host shows the device as connected. */
export async function connectPeer(api: ApiClient, peer: ScriptedDesktopPeer): Promise<PeerSocket> {
  const described = peer.callsOf('computer.describe').length;
  const socket = await peer.dial();
  await peer.arrived('computer.describe', described + 1);
  await deviceThat(api, peer.identity.resourceId, {
    what: 'connected',
    is: (device) => device.status === 'connected',
  });
  return socket;
}
