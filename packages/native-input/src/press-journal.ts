/** A press of ours that has not been released, as the system numbers it. */
export type HeldPress = { readonly kind: 'key' | 'button'; readonly code: number };

/**
 * Told before each press and after each release of everything we then hold. Keys and buttons outlive the process that
 * pressed them, so what is recorded must outlive it too when `record` returns. It never throws.
 */
export type PressJournal = { record(held: readonly HeldPress[]): void };

export const noPressJournal: PressJournal = { record: () => undefined };
