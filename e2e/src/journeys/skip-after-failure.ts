import { afterEach, beforeEach } from 'vitest';

/** In a file whose tests are the steps of one journey, the steps after a failed one say nothing. */
export function skipAfterFailure(): void {
  let hasFailed = false;
  beforeEach(({ skip }) => {
    if (hasFailed) skip('an earlier step of this journey failed');
  });
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail';
  });
}
