import { defineOperation } from './define-operation.ts';

export const environmentDescribe = defineOperation({
  method: 'environment.describe',
  run: ({ session }) => Promise.resolve({ descriptor: session.descriptor }),
});
