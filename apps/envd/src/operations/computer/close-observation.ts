import { defineOperation } from '../define-operation.ts';

/** Lets go of the image bytes; the reference goes on naming its pixels. */
export const closeObservation = defineOperation({
  method: 'computer.close_observation',
  run: ({ params, session }) =>
    Promise.resolve().then(() => ({ completion: session.images.close(params.reader) })),
});
