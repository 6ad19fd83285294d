import { setTimeout as delay } from 'node:timers/promises';
import { ScriptError } from '../script-error.mjs';

const waitLimitMs = 60_000;
const pollMs = 100;

/**
 * Approves the waiting device that shows this code, as a person compares the two.
 *
 * @param {ReturnType<typeof import('./web-ui.mjs').createApiClient>} api
 * @param {string} verificationCode @param {AbortSignal} signal
 * @returns {Promise<string>} the device's id
 */
export async function approvePairing(api, verificationCode, signal) {
  const pairing = await until(
    `the device with code ${verificationCode} to ask for approval`,
    signal,
    async () => {
      const { pairings } = await api.get('/api/pairings');
      return pairings.find((/** @type {any} */ waiting) => waiting.verification_code === verificationCode);
    },
  );
  await api.post(`/api/pairings/${pairing.pairing_id}/approve`);
  return pairing.resource_id;
}

/**
 * @param {ReturnType<typeof import('./web-ui.mjs').createApiClient>} api
 * @param {string} deviceId @param {AbortSignal} signal
 * @returns {Promise<any>} the connected device with its displays
 */
export function connectedDevice(api, deviceId, signal) {
  return until('the device to connect', signal, async () => {
    const device = await api.get(`/api/devices/${deviceId}`);
    return device.status === 'connected' && device.desktop?.observe_ready === true ? device : undefined;
  });
}

/**
 * @template T
 * @param {string} awaited @param {AbortSignal} signal @param {() => Promise<T | undefined>} look
 * @returns {Promise<T>}
 */
async function until(awaited, signal, look) {
  const deadline = Date.now() + waitLimitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > deadline) {
      throw new ScriptError(
        `Waited ${waitLimitMs / 1000} s for ${awaited}.`,
        'Try again on a less busy machine.',
      );
    }
    await delay(pollMs, undefined, { signal });
  }
}
