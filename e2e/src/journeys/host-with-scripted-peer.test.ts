import { randomUUID } from 'node:crypto';
import { EipError } from '@harness-desktop/eip-protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTeardown } from '../harness/teardown.ts';
import { ApiClient } from '../web-ui/api-client.ts';
import { deviceSchema, pairingsSchema } from '../web-ui/api-schemas.ts';
import { changedPixels } from '../web-ui/changed-pixels.ts';
import {
  bindThread,
  controlOperations,
  deviceThat,
  startOperatorRun,
  type OperatorRun,
} from '../web-ui/operator-run.ts';
import { connectPeer, pairScriptedPeer } from '../web-ui/pair-peer.ts';
import { peerTarget } from '../web-ui/peer-image.ts';
import { askToPair, createPeerIdentity } from '../web-ui/peer-pairing.ts';
import { ScriptedDesktopPeer, type PeerSocket } from '../web-ui/scripted-desktop-peer.ts';
import { setUpOwner, startWebUi, type WebUi } from '../web-ui/web-ui-process.ts';

const teardown = createTeardown();
let webUi: WebUi;
let api: ApiClient;
let peer: ScriptedDesktopPeer;
let socket: PeerSocket;
let run: OperatorRun;

beforeAll(async () => {
  webUi = await startWebUi({ teardown });
  api = await setUpOwner(webUi);
  ({ peer, socket } = await pairScriptedPeer(api, { name: 'Ada’s <b>laptop</b>\u202e', teardown }));
  run = await startBoundRun(peer);
});
afterAll(() => teardown.close());

describe('pairing over the wire of 0.1 daemons', () => {
  it('shows the owner the code that the daemon computed, and lets in nobody before the approval', async () => {
    const stranger = new ScriptedDesktopPeer({ origin: webUi.origin, teardown });
    const answer = await askToPair(webUi.origin, stranger.identity, 'Stranger');
    const { pairings } = await api.get('/api/pairings', pairingsSchema);
    const { verificationCode, pairingId, resourceId } = stranger.identity;
    expect(answer).toMatchObject({
      status: 'pending',
      challenge: { verification_code: verificationCode, pairing_id: pairingId },
      approval_url: `${webUi.origin}/settings/environments`,
    });
    expect(pairings).toContainEqual({
      name: 'Stranger',
      verification_code: verificationCode,
      pairing_id: pairingId,
      resource_id: resourceId,
    });
    await expect(stranger.dial()).rejects.toThrow('401');
    await api.post(`/api/pairings/${pairingId}/reject`, { answer: z.undefined() });
    await expect(askToPair(webUi.origin, stranger.identity, 'Stranger')).rejects.toThrow(
      'device_pairing_rejected',
    );
  });

  it('answers the approved daemon with its socket, and again when it asks again', async () => {
    const { identity } = peer;
    const answer = await askToPair(webUi.origin, identity, 'Another name');
    expect(answer).toEqual({
      status: 'approved',
      resource_id: identity.resourceId,
      websocket_url: `${webUi.origin.replace('http', 'ws')}/api/devices/${identity.resourceId}/connect`,
    });
  });

  it('refuses the socket to another credential', async () => {
    await expect(peer.dial(createPeerIdentity().credential)).rejects.toThrow('401');
  });

  it('shows what a device says of itself as one line of plain text', async () => {
    const device = await api.get(`/api/devices/${peer.identity.resourceId}`, deviceSchema);
    expect(device.name).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(device.name).toContain('laptop');
  });
});

describe('what the agent gets', () => {
  it('keeps every byte of the image that the device sent', async () => {
    const observation = await run.observe();
    const sent = peer.desktop.images.at(-1) ?? Buffer.alloc(0);
    expect(await run.imageOf(observation)).toEqual(sent);
    expect(observation.attachment).toMatchObject({ size_bytes: sent.length, mime_type: 'image/jpeg' });
  });

  it('gives the image to nobody without the session, nor under another conversation', async () => {
    const { attachment } = await run.observe();
    const path = run.imagePath(attachment?.attachment_id ?? '');
    const elsewhere = await startBoundRun(peer);
    const found = await api.send('GET', path);
    expect(found.headers.get('cache-control')).toMatch(/^private, immutable/);
    expect((await new ApiClient(webUi.origin).send('GET', path)).status).toBe(401);
    expect((await api.send('GET', path.replace(run.threadId, elsewhere.threadId))).status).toBe(404);
    await elsewhere.finish();
  });

  it('sends a click once, with the device’s own reference, and sees its effect', async () => {
    const before = await run.observe();
    const point = { x: peerTarget.x + 5, y: peerTarget.y + 5 };
    const sent = peer.inputs.length;
    const { result } = await run.call('computer_click', {
      observation_id: before.observation_id,
      point,
      button: 'left',
    });
    const after = await run.observe();
    expect(result).toMatchObject({ kind: 'action', ok: true, effect: 'executed' });
    expect(peer.inputs).toHaveLength(sent + 1);
    expect(peer.inputs.at(-1)).toMatchObject({ method: 'computer.click', params: { point, button: 'left' } });
    expect(JSON.stringify(peer.inputs.at(-1)?.params)).toMatch(/"observation_id":"own-screen-\d+"/);
    const changed = await changedPixels(await run.imageOf(before), await run.imageOf(after));
    expect(changed.within(peerTarget)).toBeGreaterThan(peerTarget.width * peerTarget.height * 0.9);
  });

  it('answers the same call id with the same answer, and sends nothing again', async () => {
    const { observation_id } = await run.observe();
    const callId = randomUUID();
    const click = () =>
      run.call('computer_click', { observation_id, point: { x: 1, y: 1 }, button: 'left' }, callId);
    const first = await click();
    const sent = peer.inputs.length;
    expect(await click()).toEqual(first);
    expect(peer.inputs).toHaveLength(sent);
  });

  it('refuses an image whose digest is another, and keeps nothing of it', async () => {
    peer.desktop.liesAboutDigest = true;
    const { result } = await run.call('computer_observe', {});
    expect(result).toMatchObject({ kind: 'error', code: 'integrity_mismatch' });
  });

  it('passes on what the device refuses, with the same code', async () => {
    const { observation_id } = await run.observe();
    const held = new EipError('conflict', 'A key is held.', {
      details: { safe_detail: 'computer_input_held' },
    });
    peer.next('computer.click', held);
    const { result } = await run.call('computer_click', {
      observation_id,
      point: { x: 1, y: 1 },
      button: 'left',
    });
    expect(result).toMatchObject({ kind: 'error', code: 'conflict', dispatch_stage: 'pre_dispatch' });
  });

  it('does not believe an answer that the wire does not know', async () => {
    const { observation_id } = await run.observe();
    peer.next('computer.click', 'answer-nonsense');
    const { result } = await run.call('computer_click', {
      observation_id,
      point: { x: 1, y: 1 },
      button: 'left',
    });
    expect(result).toMatchObject({ kind: 'error', dispatch_stage: 'unknown' });
  });
});

describe('what is lost', () => {
  it('says unknown for a click whose socket dropped, and never sends it again', async () => {
    const { observation_id } = await run.observe();
    peer.next('computer.click', 'drop-socket');
    const sent = peer.callsOf('computer.click').length;
    const callId = randomUUID();
    const click = () =>
      run.call('computer_click', { observation_id, point: { x: 1, y: 1 }, button: 'left' }, callId);
    expect((await click()).result).toMatchObject({
      kind: 'error',
      code: 'unknown_outcome',
      dispatch_stage: 'unknown',
      retry_hint: 'reconcile_first',
    });
    await deviceThat(api, peer.identity.resourceId, {
      what: 'offline',
      is: ({ status }) => status === 'offline',
    });
    socket = await connectPeer(api, peer);
    expect((await click()).result).toMatchObject({ code: 'unknown_outcome' });
    await run.observe();
    expect(peer.callsOf('computer.click')).toHaveLength(sent + 1);
  });

  it('refuses a screenshot from before the connection was lost, without sending anything', async () => {
    const { observation_id } = await run.observe();
    socket.cut();
    socket = await connectPeer(api, peer);
    const sent = peer.inputs.length;
    const { result } = await run.call('computer_click', {
      observation_id,
      point: { x: 1, y: 1 },
      button: 'left',
    });
    expect(result).toMatchObject({ kind: 'error', code: 'conflict', retry_hint: 'after_refresh' });
    expect(peer.inputs).toHaveLength(sent);
  });

  it('lets a newer socket take over from the older one, whose click is unknown', async () => {
    const { observation_id } = await run.observe();
    peer.next('computer.click', 'hang');
    const sent = peer.callsOf('computer.click').length;
    const lost = run.call('computer_click', { observation_id, point: { x: 1, y: 1 }, button: 'left' });
    await peer.arrived('computer.click', sent + 1);
    const older = socket;
    socket = await connectPeer(api, peer);
    expect(await older.closed).toMatchObject({ code: 4001 });
    expect((await lost).result).toMatchObject({ code: 'unknown_outcome' });
    await run.observe();
    expect(peer.calls.at(-1)?.socket).toBe(socket.number);
    expect(peer.callsOf('computer.click')).toHaveLength(sent + 1);
  });

  it('answers a stop within a second and a half although the device never answers', async () => {
    const stopped = await startBoundRun(peer);
    const { observation_id } = await stopped.observe();
    peer.next('computer.click', 'hang');
    const sent = peer.callsOf('computer.click').length;
    const click = stopped.call('computer_click', { observation_id, point: { x: 1, y: 1 }, button: 'left' });
    const arrived = await peer.arrived('computer.click', sent + 1);
    const began = performance.now();
    expect(await stopped.stop()).toMatchObject({ state: 'stopped' });
    expect(performance.now() - began).toBeLessThan(1500);
    expect((await click).result).toMatchObject({ code: 'unknown_outcome' });
    expect(await peer.arrived('operation.cancel')).toMatchObject({
      params: { target_operation_id: arrived.operationId },
    });
  });
});

describe('revoking', () => {
  it('closes the live socket at once, refuses the next one, and tells the run', async () => {
    const { observation_id } = await run.observe();
    await api.post(`/api/devices/${peer.identity.resourceId}/revoke`, { answer: z.undefined() });
    expect(await socket.closed).toMatchObject({ code: 4003 });
    await expect(peer.dial()).rejects.toThrow('403');
    const sent = peer.inputs.length;
    const { result } = await run.call('computer_click', {
      observation_id,
      point: { x: 1, y: 1 },
      button: 'left',
    });
    expect(result).toMatchObject({ kind: 'error', dispatch_stage: 'pre_dispatch' });
    expect(peer.inputs).toHaveLength(sent);
    expect(await run.call('computer_observe', {})).toMatchObject({
      result: { kind: 'error', code: 'denied' },
    });
  });

  it('lets the server end cleanly when it is asked to', async () => {
    await expect(webUi.stop()).resolves.toBeUndefined();
  });
});

async function startBoundRun({ identity }: ScriptedDesktopPeer): Promise<OperatorRun> {
  const threadId = await bindThread(api, {
    deviceId: identity.resourceId,
    operations: controlOperations,
    workingDirectory: '/home/ada',
  });
  return startOperatorRun(api, threadId);
}
