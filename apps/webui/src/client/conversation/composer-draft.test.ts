import { describe, expect, it } from 'vitest';
import { emptyDraft, moveDraft, readDraft, readLastWho, writeDraft, writeLastWho } from './composer-draft.ts';

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    get length() {
      return items.size;
    },
    clear: () => items.clear(),
    getItem: (key) => items.get(key) ?? null,
    key: (index) => [...items.keys()][index] ?? null,
    removeItem: (key) => void items.delete(key),
    setItem: (key, value) => void items.set(key, value),
  };
}

describe('a draft', () => {
  it('is kept for each conversation apart', () => {
    const storage = memoryStorage();
    writeDraft(storage, 'thread-1', { ...emptyDraft, text: 'one' });
    writeDraft(storage, 'thread-2', { ...emptyDraft, text: 'two', who: 'operator' });
    expect(readDraft(storage, 'thread-1').text).toBe('one');
    expect(readDraft(storage, 'thread-2')).toEqual({ ...emptyDraft, text: 'two', who: 'operator' });
    expect(readDraft(storage, 'thread-3')).toEqual(emptyDraft);
  });

  it('goes with a new conversation that has become a thread', () => {
    const storage = memoryStorage();
    writeDraft(storage, 'new', { ...emptyDraft, text: 'one' });
    moveDraft(storage, 'new', 'thread-1');
    expect(readDraft(storage, 'thread-1').text).toBe('one');
    expect(readDraft(storage, 'new')).toEqual(emptyDraft);
  });

  it('that is damaged counts as none', () => {
    const storage = memoryStorage();
    storage.setItem('composer.thread-1', '{"text":');
    expect(readDraft(storage, 'thread-1')).toEqual(emptyDraft);
  });

  it('is lost, and nothing else, where the browser keeps nothing', () => {
    const refuse = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
    const storage = memoryStorage();
    storage.getItem = refuse;
    storage.setItem = refuse;
    writeDraft(storage, 'thread-1', { ...emptyDraft, text: 'one' });
    writeLastWho(storage, 'operator');
    expect(readDraft(storage, 'thread-1')).toEqual(emptyDraft);
    expect(readLastWho(storage)).toBeNull();
  });
});
