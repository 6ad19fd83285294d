/** What the server tells a model in its own words, always the same ones; the person sees them as notices. */
export const fixedPhrases = {
  staleReference:
    'The screenshot that this action referred to can no longer be used, so nothing was sent. A fresh screenshot follows. Decide again from it.',
  approvedOnDesktop:
    'The person approved this action on the desktop itself, so its screen has changed and nothing was sent yet. A fresh screenshot follows. Decide again from it; the approval still holds for the very same action only (same place, same arguments), for 2 minutes. Anything else is asked anew.',
  notAttempted:
    'Nothing was sent for this call: an earlier one of the same step failed, or its effect is not known. Look again before you go on.',
  tooManyCalls:
    'Nothing was sent for this call: one step may have 32 calls. Look again and go on in the next step.',
  repeated:
    'You have done the same thing again although the screen had not changed since you did it last. Look at what is different from what you expect, try another way, or tell the person what stops you.',
} as const;
