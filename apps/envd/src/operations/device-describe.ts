import { defineDeviceOperation } from './define-operation.ts';

export const deviceDescribe = defineDeviceOperation({
  method: 'device.describe',
  run: (_params, { device }) => Promise.resolve({ descriptor: device.descriptor }),
});
