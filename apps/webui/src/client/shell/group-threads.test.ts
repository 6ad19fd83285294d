import { expect, it } from 'vitest';
import type { Project, Thread } from '../../shared/threads.ts';
import { groupThreads, searchThreads } from './group-threads.ts';

const configuration = { environment_bindings: [], default_environment: null };
const at = '2030-01-01T00:00:00Z';
const project = (id: string, name: string): Project => ({
  project_id: id,
  name,
  configuration,
  created_at: at,
});
const thread = (id: string, projectId: string | null, updatedAt: string): Thread => ({
  thread_id: id,
  project_id: projectId,
  title: id,
  configuration,
  created_at: at,
  updated_at: updatedAt,
});
const ids = (threads: readonly Thread[]) => threads.map((entry) => entry.thread_id);

it('puts loose conversations first and the last changed on top', () => {
  const groups = groupThreads(
    [project('p2', 'Zoo'), project('p1', 'Abc')],
    [thread('old', null, '2030-01-01'), thread('new', null, '2030-01-02'), thread('in', 'p2', '2030-01-01')],
  );
  expect(groups.map((group) => [group.project?.name ?? null, ids(group.threads)])).toEqual([
    [null, ['new', 'old']],
    ['Abc', []],
    ['Zoo', ['in']],
  ]);
});

it('shows a conversation whose project is not known as loose', () => {
  const groups = groupThreads([], [thread('orphan', 'gone', at)]);
  expect(groups.map((group) => ids(group.threads))).toEqual([['orphan']]);
});

it('finds conversations by every word of the search, in their title or their project', () => {
  const groups = groupThreads(
    [project('p1', 'Garden'), project('p2', 'House')],
    [
      { ...thread('a', null, at), title: 'Water the Roses' },
      { ...thread('b', 'p1', at), title: 'Roses of last year' },
      { ...thread('c', 'p2', at), title: 'Paint' },
    ],
  );
  const found = (search: string) => searchThreads(groups, search).flatMap((group) => ids(group.threads));
  expect(found('roses')).toEqual(['a', 'b']);
  expect(found(' garden ROSES')).toEqual(['b']);
  expect(found('tulips')).toEqual([]);
  expect(searchThreads(groups, '  ')).toBe(groups);
});
