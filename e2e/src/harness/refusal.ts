import { EipError } from '@harness-desktop/eip-protocol';

/** The error that a call must end with; a call that succeeds fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<EipError> {
  const outcome = await call.then(
    (value: unknown) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('value' in outcome) throw new Error(`Expected a refusal, got ${JSON.stringify(outcome.value)}.`);
  if (outcome.error instanceof EipError) return outcome.error;
  throw outcome.error;
}
