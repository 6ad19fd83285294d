import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type * as z from 'zod';
import { agentListSchema } from '../../shared/agents.ts';
import { deviceListSchema, pairingListSchema } from '../../shared/devices.ts';
import type { LiveEvent } from '../../shared/events.ts';
import { modelListSchema } from '../../shared/models.ts';
import { sessionStateSchema } from '../../shared/session.ts';
import {
  projectListSchema,
  threadListSchema,
  transcriptSchema,
  type Transcript,
} from '../../shared/threads.ts';
import {
  applyToLists,
  applyToTranscript,
  changeTranscript,
  type LiveState,
} from '../live-events/apply-live-event.ts';
import type { EventLog, LoggedEvent } from '../live-events/event-log.ts';
import { request } from './request.ts';

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: ({ signal }) => request('/api/session', { answer: sessionStateSchema, signal }),
  staleTime: 60_000,
});

// What is live is never stale by age: events change it, and a new connection fetches it again.
const live = { staleTime: Infinity } as const;
const nothing: LiveState = {
  devices: undefined,
  pairings: undefined,
  projects: undefined,
  threads: undefined,
  models: undefined,
  agents: undefined,
};

export const devicesQuery = liveList('devices', '/api/devices', deviceListSchema);
export const pairingsQuery = liveList('pairings', '/api/pairings', pairingListSchema);
export const projectsQuery = liveList('projects', '/api/projects', projectListSchema);
export const threadsQuery = liveList('threads', '/api/threads', threadListSchema);
export const modelsQuery = liveList('models', '/api/settings/models', modelListSchema);
export const agentsQuery = liveList('agents', '/api/settings/agents', agentListSchema);

/** A list with the events that came while it was on its way. */
function liveList<Name extends keyof LiveState>(
  name: Name,
  path: string,
  answer: z.ZodType<Pick<LiveState, Name>>,
) {
  return (log: EventLog) =>
    queryOptions({
      ...live,
      queryKey: [name],
      queryFn: async ({ signal }) => {
        const mark = log.mark();
        const fetched: LiveState = { ...nothing, ...(await request(path, { answer, signal })) };
        return log.since(mark).reduce((state, { event }) => applyToLists(state, event), fetched)[name] ?? [];
      },
    });
}

export const transcriptQuery = (log: EventLog, threadId: string) =>
  queryOptions({
    ...live,
    queryKey: ['transcript', threadId],
    queryFn: async ({ signal }) => {
      const mark = log.mark();
      const path = `/api/threads/${encodeURIComponent(threadId)}/transcript`;
      const transcript = await request(path, { answer: transcriptSchema, signal });
      return log.since(mark).reduce(applyToTranscript, transcript);
    },
  });

/** A live event: applied to every list and transcript that is loaded. */
export function applyLiveEvent(queryClient: QueryClient, log: EventLog, entry: LoggedEvent): void {
  log.append(entry);
  changeLists(queryClient, log, entry.event);
  changeTranscripts(queryClient, (transcript) => applyToTranscript(transcript, entry));
}

/** What an answer said, before its live event comes. */
export function applyAnswer(queryClient: QueryClient, log: EventLog, event: LiveEvent): void {
  changeLists(queryClient, log, event);
  changeTranscripts(queryClient, (transcript) => changeTranscript(transcript, event));
}

export function changeTranscripts(
  queryClient: QueryClient,
  change: (transcript: Transcript) => Transcript,
): void {
  queryClient.setQueriesData<Transcript>(
    { queryKey: ['transcript'] },
    (transcript) => transcript && change(transcript),
  );
}

function changeLists(queryClient: QueryClient, log: EventLog, event: LiveEvent): void {
  const keys = {
    devices: devicesQuery(log).queryKey,
    pairings: pairingsQuery(log).queryKey,
    projects: projectsQuery(log).queryKey,
    threads: threadsQuery(log).queryKey,
    models: modelsQuery(log).queryKey,
    agents: agentsQuery(log).queryKey,
  };
  const known: LiveState = {
    devices: queryClient.getQueryData(keys.devices),
    pairings: queryClient.getQueryData(keys.pairings),
    projects: queryClient.getQueryData(keys.projects),
    threads: queryClient.getQueryData(keys.threads),
    models: queryClient.getQueryData(keys.models),
    agents: queryClient.getQueryData(keys.agents),
  };
  const next = applyToLists(known, event);
  // Most events, such as the words of an answer, are of a transcript only.
  if (next === known) return;
  queryClient.setQueryData(keys.devices, next.devices);
  queryClient.setQueryData(keys.pairings, next.pairings);
  queryClient.setQueryData(keys.projects, next.projects);
  queryClient.setQueryData(keys.threads, next.threads);
  queryClient.setQueryData(keys.models, next.models);
  queryClient.setQueryData(keys.agents, next.agents);
}
