import type { Pairing } from '../../shared/devices.ts';
import type { AuditLog } from '../audit/audit-log.ts';
import type { Clock } from '../clock.ts';
import { claimedText } from '../devices/claimed-text.ts';
import type { DeviceRepository } from '../devices/device-repository.ts';
import { ProblemError } from '../http/problem-error.ts';
import type { LiveEvents } from '../live-events/live-events.ts';
import { isSameHash, pairingIdentity, type PairingIdentity } from './pairing-identity.ts';
import type { PairingRepository, StoredPairing } from './pairing-repository.ts';

const lifetimeMs = 10 * 60_000;
const capacity = 128;

type PairingClaim = { readonly deviceId: string; readonly name: string; readonly address: string };
export type PairingAnswer =
  | { readonly status: 'pending'; readonly expiresAt: Date }
  | { readonly status: 'approved'; readonly resourceId: string };

type DecidedPairing = { readonly deviceId: string; readonly name: string; readonly address: string };

type DeskParts = {
  readonly pairings: PairingRepository;
  readonly devices: DeviceRepository;
  readonly events: LiveEvents;
  readonly clock: Clock;
  readonly audit: AuditLog;
  /** Tells everyone the device's new state. */
  readonly announceDevice: (deviceId: string) => Promise<void>;
};

/** Where daemons ask to be paired and the owner decides. */
export type PairingDesk = {
  /** The daemon's request and each of its polls. `admitNew` may refuse a credential that was never seen. */
  ask(identity: PairingIdentity, claim: PairingClaim, admitNew: () => Promise<void>): Promise<PairingAnswer>;
  listPending(): Promise<Pairing[]>;
  /** Each gives what was decided on. */
  approve(pairingId: string): Promise<DecidedPairing>;
  reject(pairingId: string): Promise<DecidedPairing>;
  /** Ends what nobody decided on in time. */
  expire(): Promise<void>;
};

export function createPairingDesk(parts: DeskParts): PairingDesk {
  const { pairings, devices, events, clock, audit, announceDevice } = parts;
  return {
    async ask(identity, claim, admitNew) {
      const device = await devices.find(identity.resourceId);
      if (device !== undefined && isSameHash(device.credentialHash, identity.credentialHash)) {
        if (device.revoked) throw revoked();
        if (device.claimedDeviceId !== claim.deviceId) throw conflict();
        return { status: 'approved', resourceId: device.device_id };
      }
      const known = await findLive(parts, identity);
      if (known === undefined) return addRequest(parts, { identity, claim, admitNew });
      if (known.status === 'rejected') throw rejected();
      if (known.claimedDeviceId !== claim.deviceId) throw conflict();
      return { status: 'pending', expiresAt: known.expiresAt };
    },
    listPending: async () => (await pairings.listPending(clock.now())).map(toPairing),
    async approve(pairingId) {
      const pairing = await requirePending(parts, pairingId);
      const deviceId = pairingIdentity(pairing.credentialHash).resourceId;
      if (!(await pairings.approve({ deviceId, pairing, now: clock.now() }))) throw notFound();
      await events.publish({ type: 'pairing_ended', pairing_id: pairingId, outcome: 'approved' });
      await announceDevice(deviceId);
      return decided(pairing);
    },
    async reject(pairingId) {
      const pairing = await requirePending(parts, pairingId);
      await pairings.reject(pairingId);
      await events.publish({ type: 'pairing_ended', pairing_id: pairingId, outcome: 'rejected' });
      return decided(pairing);
    },
    async expire() {
      for (const { pairingId, name } of await pairings.removeExpired(clock.now())) {
        await events.publish({ type: 'pairing_ended', pairing_id: pairingId, outcome: 'expired' });
        const detail = `“${name}” was not answered in time.`;
        await audit.record({
          actor: { kind: 'server' },
          action: 'pairing.expired',
          subject: pairingId,
          detail,
        });
      }
    },
  };
}

async function findLive(
  { pairings, clock }: DeskParts,
  identity: PairingIdentity,
): Promise<StoredPairing | undefined> {
  const stored = await pairings.find(identity.pairingId);
  if (stored === undefined || stored.expiresAt <= clock.now()) return undefined;
  return isSameHash(stored.credentialHash, identity.credentialHash) ? stored : undefined;
}

type NewRequest = { identity: PairingIdentity; claim: PairingClaim; admitNew: () => Promise<void> };

async function addRequest(parts: DeskParts, request: NewRequest): Promise<PairingAnswer> {
  await request.admitNew();
  const createdAt = parts.clock.now();
  const pairing: StoredPairing = {
    pairingId: request.identity.pairingId,
    credentialHash: request.identity.credentialHash,
    claimedDeviceId: request.claim.deviceId,
    name: claimedText(request.claim.name) || 'Unnamed device',
    address: request.claim.address,
    status: 'pending',
    createdAt,
    expiresAt: new Date(createdAt.getTime() + lifetimeMs),
  };
  if (!(await parts.pairings.add(pairing, capacity))) {
    throw new ProblemError(
      'device_pairing_capacity',
      'Too many devices wait to be paired. Decide on some, then try again.',
      {
        retryAfterSeconds: 60,
      },
    );
  }
  await parts.events.publish({ type: 'pairing', pairing: toPairing(pairing) });
  const { name, address, pairingId: subject } = pairing;
  await parts.audit.record({
    actor: { kind: 'device', name, address },
    action: 'pairing.requested',
    subject,
  });
  return { status: 'pending', expiresAt: pairing.expiresAt };
}

async function requirePending({ pairings, clock }: DeskParts, pairingId: string): Promise<StoredPairing> {
  const pairing = await pairings.find(pairingId);
  if (pairing === undefined || pairing.status !== 'pending' || pairing.expiresAt <= clock.now())
    throw notFound();
  return pairing;
}

const decided = ({ credentialHash, name, address }: StoredPairing): DecidedPairing => ({
  deviceId: pairingIdentity(credentialHash).resourceId,
  name,
  address,
});

function toPairing(stored: StoredPairing): Pairing {
  const { verificationCode, resourceId } = pairingIdentity(stored.credentialHash);
  return {
    pairing_id: stored.pairingId,
    resource_id: resourceId,
    name: stored.name,
    address: stored.address,
    verification_code: verificationCode,
    created_at: stored.createdAt.toISOString(),
    expires_at: stored.expiresAt.toISOString(),
  };
}

const revoked = () =>
  new ProblemError('device_revoked', 'The owner revoked this device. Pair it anew with a new credential.');
const rejected = () =>
  new ProblemError('device_pairing_rejected', 'The owner rejected this pairing request.');
const conflict = () =>
  new ProblemError(
    'device_pairing_conflict',
    'This credential belongs to another device_id. Use a new credential.',
  );
const notFound = () =>
  new ProblemError(
    'device_pairing_not_found',
    'No such request waits. Run the connect command on the device again.',
  );
