const replacements: readonly unknown[] = [null, true, -1, 0, 1.5, 2 ** 32, '', 'x', '/x', [], [''], {}];

/** Copies of a value that each differ from it in one place: a member left out, added, or something else in its place. */
export function mutationsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [...replacements];
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const inside = items.flatMap((item, index) =>
      mutationsOf(item).map((mutant) => items.map((kept, at) => (at === index ? mutant : kept))),
    );
    return [...replacements, [...items, ...items], ...inside];
  }
  const members = Object.entries(value);
  const without = members.map(([name]) => Object.fromEntries(members.filter(([other]) => other !== name)));
  const inside = members.flatMap(([name, member]) =>
    mutationsOf(member).map((mutant) => ({ ...value, [name]: mutant })),
  );
  return [...replacements, { ...value, unknown_member: 1 }, ...without, ...inside];
}
