import { describeCaptures } from './desktop-contract/captures.ts';
import { describeClosing } from './desktop-contract/closing.ts';
import { createSetUp } from './desktop-contract/contract-harness.ts';
import type { DesktopHarness } from './desktop-contract/contract-harness.ts';
import { describeKeyboard } from './desktop-contract/keyboard.ts';
import { describeModifiers } from './desktop-contract/modifiers.ts';
import { describePointer } from './desktop-contract/pointer.ts';
import { describeRefusals } from './desktop-contract/refusals.ts';
import { describeText } from './desktop-contract/text.ts';
import type { TextHarness } from './desktop-contract/text.ts';

/** What every desktop does, whatever is behind it. Run on the fake and on each real backend. */
export const describeDesktopContract = (name: string, createHarness: () => Promise<DesktopHarness>): void => {
  const setUp = createSetUp(createHarness);
  describeCaptures(name, setUp);
  describePointer(name, setUp);
  describeModifiers(name, setUp);
  describeRefusals(name, setUp);
  describeKeyboard(name, setUp);
  describeClosing(name, setUp);
};

/** What every desktop does beside that which types text. */
export const describeTextContract = (name: string, createHarness: () => Promise<TextHarness>): void =>
  describeText(name, createHarness);
