/** `950`, `12.4 k`, `2 M`: short, and never more than there are. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  const [unit, size] = tokens < 1_000_000 ? (['k', 1000] as const) : (['M', 1_000_000] as const);
  const value = tokens / size;
  const digits = value < 100 ? Math.floor(value * 10) / 10 : Math.floor(value);
  return `${digits} ${unit}`;
}
