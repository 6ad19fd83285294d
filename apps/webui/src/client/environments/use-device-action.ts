import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod';
import { deviceSchema, type Device, type Pairing } from '../../shared/devices.ts';
import { applyAnswer } from '../api/live-queries.ts';
import { request } from '../api/request.ts';
import { useOnceMutation } from '../api/use-once-mutation.ts';
import { useApp } from '../app-context.tsx';

type DeviceAction =
  { readonly kind: 'rename'; readonly name: string } | { readonly kind: 'revoke' | 'forget' };

export function useDeviceAction(device: Device, onDone: () => void) {
  const queryClient = useQueryClient();
  const { eventLog } = useApp();
  const path = `/api/devices/${encodeURIComponent(device.device_id)}`;
  return useOnceMutation({
    mutationFn: async (action: DeviceAction) => {
      switch (action.kind) {
        case 'rename': {
          const body = { name: action.name };
          const renamed = await request(path, { method: 'PATCH', body, answer: deviceSchema });
          applyAnswer(queryClient, eventLog, { type: 'device', device: renamed });
          return;
        }
        case 'revoke':
          await request(`${path}/revoke`, { method: 'POST', answer: z.unknown() });
          applyAnswer(queryClient, eventLog, { type: 'device', device: { ...device, status: 'revoked' } });
          return;
        case 'forget':
          await request(path, { method: 'DELETE', answer: z.unknown() });
          applyAnswer(queryClient, eventLog, { type: 'device_forgotten', device_id: device.device_id });
      }
    },
    onSuccess: onDone,
  });
}

/** Approve or reject a waiting device. What became of it comes as live events. */
export function usePairingAnswer(pairing: Pairing) {
  return useOnceMutation({
    mutationFn: (answer: 'approve' | 'reject') =>
      request(`/api/pairings/${encodeURIComponent(pairing.pairing_id)}/${answer}`, {
        method: 'POST',
        answer: z.unknown(),
      }),
  });
}
