import { expect, it } from 'vitest';
import { createUnsavedTexts } from './unsaved-text.ts';

function memory() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
}

it('keeps a text by its key until it is cleared', () => {
  const storage = memory();
  const texts = createUnsavedTexts(() => storage);
  texts.write('thread-1', { text: 'a: [', base: 'a: 1' });
  expect(texts.read('thread-1')).toEqual({ text: 'a: [', base: 'a: 1' });
  expect(texts.read('thread-2')).toBeNull();
  texts.clear('thread-1');
  expect(texts.read('thread-1')).toBeNull();
});

it('does without a storage that refuses, and without what something else wrote', () => {
  const refusing = createUnsavedTexts(() => {
    throw new Error('denied');
  });
  refusing.write('a', { text: '', base: '' });
  expect(refusing.read('a')).toBeNull();
  expect(createUnsavedTexts(() => ({ ...memory(), getItem: () => '{"text":1}' })).read('a')).toBeNull();
});
