/** Real modifiers as bits of a core event's state. */
export const modifierBits = {
  shift: 1,
  lock: 2,
  control: 4,
  mod1: 8,
  mod2: 16,
  mod3: 32,
  mod4: 64,
  mod5: 128,
} as const;

/** Which modifiers select which level of a key. Level 0 is what the key gives alone. */
export type KeyType = {
  /** The modifiers that this type looks at. */
  readonly mask: number;
  readonly levels: ReadonlyMap<number, number>;
};

export type KeyGroup = { readonly type: KeyType; readonly keysyms: readonly number[] };

export type MappedKey = {
  readonly keycode: number;
  readonly groups: readonly KeyGroup[];
  readonly groupsOutOfRange: 'wrap' | 'clamp' | { readonly redirectTo: number };
  /** The real modifiers that the key sets. */
  readonly modifiers: number;
};

export type KeyMap = { readonly keys: readonly MappedKey[] };

const dataOffset = 32;
const maxGroups = 4;

type Cursor = { at: number };

const readType = (view: DataView, cursor: Cursor): KeyType => {
  const mask = view.getUint8(cursor.at);
  const entryCount = view.getUint8(cursor.at + 5);
  const hasPreserve = view.getUint8(cursor.at + 6) !== 0;
  cursor.at += 8;
  const levels = new Map<number, number>();
  for (let index = 0; index < entryCount; index += 1) {
    const isActive = view.getUint8(cursor.at) !== 0;
    if (isActive) levels.set(view.getUint8(cursor.at + 1), view.getUint8(cursor.at + 2));
    cursor.at += 8;
  }
  if (hasPreserve) cursor.at += entryCount * 4;
  return { mask, levels };
};

const outOfRange = (groupInfo: number): MappedKey['groupsOutOfRange'] => {
  switch (groupInfo & 0xc0) {
    case 0x40:
      return 'clamp';
    case 0x80:
      return { redirectTo: (groupInfo >> 4) & 0x03 };
    default:
      return 'wrap';
  }
};

type RawKey = Omit<MappedKey, 'modifiers'>;

const readKey = (
  view: DataView,
  cursor: Cursor,
  source: { types: readonly KeyType[]; keycode: number },
): RawKey => {
  const start = cursor.at;
  const groupInfo = view.getUint8(start + 4);
  const width = view.getUint8(start + 5);
  const keysymCount = view.getUint16(start + 6, true);
  cursor.at += 8 + keysymCount * 4;
  const groups: KeyGroup[] = [];
  const groupCount = Math.min(groupInfo & 0x0f, maxGroups);
  for (let group = 0; group < groupCount; group += 1) {
    const type = source.types[view.getUint8(start + group)];
    if (!type) continue;
    const keysyms = Array.from({ length: width }, (_, level) =>
      view.getUint32(start + 8 + (group * width + level) * 4, true),
    );
    groups.push({ type, keysyms });
  }
  return { keycode: source.keycode, groups, groupsOutOfRange: outOfRange(groupInfo) };
};

const readModifiers = (view: DataView, cursor: Cursor, count: number): Map<number, number> => {
  const modifiers = new Map<number, number>();
  for (let index = 0; index < count; index += 1) {
    modifiers.set(view.getUint8(cursor.at), view.getUint8(cursor.at + 1));
    cursor.at += 2;
  }
  return modifiers;
};

/** A reply to XkbGetMap for types, symbols and the modifier map, from byte 8 of the protocol's reply on. */
export const parseKeyMap = (reply: Uint8Array): KeyMap => {
  const view = new DataView(reply.buffer, reply.byteOffset, reply.byteLength);
  const cursor: Cursor = { at: dataOffset };
  const types: KeyType[] = [];
  const typeCount = view.getUint8(7);
  while (types.length < typeCount) types.push(readType(view, cursor));
  const firstKeycode = view.getUint8(9);
  const keyCount = view.getUint8(12);
  const keys: RawKey[] = [];
  while (keys.length < keyCount)
    keys.push(readKey(view, cursor, { types, keycode: firstKeycode + keys.length }));
  const modifiers = readModifiers(view, cursor, view.getUint8(25));
  return { keys: keys.map((key) => ({ ...key, modifiers: modifiers.get(key.keycode) ?? 0 })) };
};
