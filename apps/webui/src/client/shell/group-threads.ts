import type { Project, Thread } from '../../shared/threads.ts';

export type ThreadGroup = { readonly project: Project | null; readonly threads: readonly Thread[] };

/** Conversations without a project first, then the projects by name; within each the last changed first. */
export function groupThreads(
  projects: readonly Project[],
  threads: readonly Thread[],
): readonly ThreadGroup[] {
  const recentFirst = threads.toSorted((a, b) => b.updated_at.localeCompare(a.updated_at));
  const known = new Set(projects.map((project) => project.project_id));
  const isLoose = (thread: Thread) => thread.project_id === null || !known.has(thread.project_id);
  const byName = projects.toSorted((a, b) => a.name.localeCompare(b.name));
  return [
    { project: null, threads: recentFirst.filter(isLoose) },
    ...byName.map((project) => ({
      project,
      threads: recentFirst.filter((thread) => thread.project_id === project.project_id),
    })),
  ];
}

/** Those whose title, or whose project's name, has every word of the search. Groups without any are left out. */
export function searchThreads(groups: readonly ThreadGroup[], search: string): readonly ThreadGroup[] {
  const words = search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return groups;
  const found = groups.map(({ project, threads }) => ({
    project,
    threads: threads.filter(({ title }) => {
      const text = `${title} ${project?.name ?? ''}`.toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    }),
  }));
  return found.filter(({ threads }) => threads.length > 0);
}
