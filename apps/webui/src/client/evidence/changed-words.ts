/** How much of the screen differs from the screenshot before; a share of 0 to 1. */
export function changedWords(changed: number): string {
  if (changed === 0) return 'Nothing changed since the screenshot before.';
  const percent = changed * 100;
  const words =
    percent < 0.1
      ? 'Less than 0.1 %'
      : `${percent < 10 ? Math.round(percent * 10) / 10 : Math.round(percent)} %`;
  return `${words} of the screen changed since the screenshot before.`;
}
