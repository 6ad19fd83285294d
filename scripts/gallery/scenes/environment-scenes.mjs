import { stopDaemon } from '../stage-actions.mjs';

/** @type {readonly import('../stage.mjs').Scene[]} */
export const environmentScenes = [
  {
    name: 'environments-empty',
    title: 'Settings → Environments, before any device',
    show: async ({ page }) => {
      await page.goto('/settings/environments');
      await page.getByRole('button', { name: 'Connect Device' }).first().waitFor();
      return page;
    },
  },
  {
    name: 'connect-device',
    title: 'Connect Device: the command, waiting for a device',
    show: async ({ page }) => {
      await page.getByRole('button', { name: 'Connect Device' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Connect a device' });
      await dialog.getByText('Computer use', { exact: true }).click();
      await dialog.locator('code', { hasText: '--computer-use true' }).waitFor();
      return page;
    },
  },
  {
    name: 'pairing-waiting',
    title: 'Pairing: a device waits with its verification code',
    show: async ({ page, startWaiting, kept }) => {
      kept.set('daemon', await startWaiting('Studio desktop'));
      await page.getByRole('button', { name: /^Approve / }).waitFor();
      return page;
    },
  },
  {
    name: 'pairing-connected',
    title: 'Pairing: approved and connected',
    show: async ({ page }) => {
      await page.getByRole('button', { name: /^Approve / }).click();
      await page.getByText(/ is connected$/).waitFor();
      return page;
    },
  },
  {
    name: 'environments',
    title: 'Settings → Environments: connected, offline and revoked devices',
    show: async ({ page, api, pair, kept }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
      const offline = await pair('Laptop in the attic');
      await stopDaemon(offline.daemon);
      const revoked = await pair('Old workstation');
      await api.post(`/api/devices/${revoked.device.device_id}/revoke`);
      const { devices } = await api.get('/api/devices');
      kept.set(
        'device',
        devices.find((/** @type {any} */ { name }) => name === 'Studio desktop'),
      );
      await page.getByText('Revoked', { exact: true }).waitFor();
      await page.getByText('Offline', { exact: true }).waitFor();
      return page;
    },
  },
];
