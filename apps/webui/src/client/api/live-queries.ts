import { queryOptions, type QueryClient } from '@tanstack/react-query';
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

// Live lists are never stale by age: events change them, and a new connection fetches them again.
const live = { staleTime: Infinity } as const;
const nothing: LiveState = {
  devices: undefined,
  pairings: undefined,
  projects: undefined,
  threads: undefined,
  models: undefined,
  agents: undefined,
};

export const devicesQuery = (log: EventLog) =>
  queryOptions({
    ...live,
    queryKey: ['devices'],
    queryFn: async ({ signal }) => {
      const mark = log.mark();
      const { devices } = await request('/api/devices', { answer: deviceListSchema, signal });
      return catchUp(log, mark, { ...nothing, devices }).devices ?? [];
    },
  });

export const pairingsQuery = (log: EventLog) =>
  queryOptions({
    ...live,
    queryKey: ['pairings'],
    queryFn: async ({ signal }) => {
      const mark = log.mark();
      const { pairings } = await request('/api/pairings', { answer: pairingListSchema, signal });
      return catchUp(log, mark, { ...nothing, pairings }).pairings ?? [];
    },
  });

export const projectsQuery = (log: EventLog) =>
  queryOptions({
    ...live,
    queryKey: ['projects'],
    queryFn: async ({ signal }) => {
      const mark = log.mark();
      const { projects } = await request('/api/projects', { answer: projectListSchema, signal });
      return catchUp(log, mark, { ...nothing, projects }).projects ?? [];
    },
  });

export const threadsQuery = (log: EventLog) =>
  queryOptions({
    ...live,
    queryKey: ['threads'],
    queryFn: async ({ signal }) => {
      const mark = log.mark();
      const { threads } = await request('/api/threads', { answer: threadListSchema, signal });
      return catchUp(log, mark, { ...nothing, threads }).threads ?? [];
    },
  });

export const modelsQuery = (log: EventLog) =>
  queryOptions({
    ...live,
    queryKey: ['models'],
    queryFn: async ({ signal }) => {
      const mark = log.mark();
      const { models } = await request('/api/settings/models', { answer: modelListSchema, signal });
      return catchUp(log, mark, { ...nothing, models }).models ?? [];
    },
  });

export const agentsQuery = (log: EventLog) =>
  queryOptions({
    ...live,
    queryKey: ['agents'],
    queryFn: async ({ signal }) => {
      const mark = log.mark();
      const { agents } = await request('/api/settings/agents', { answer: agentListSchema, signal });
      return catchUp(log, mark, { ...nothing, agents }).agents ?? [];
    },
  });

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

function catchUp(log: EventLog, mark: number, state: LiveState): LiveState {
  return log.since(mark).reduce((current, { event }) => applyToLists(current, event), state);
}

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
  const next = applyToLists(
    {
      devices: queryClient.getQueryData(keys.devices),
      pairings: queryClient.getQueryData(keys.pairings),
      projects: queryClient.getQueryData(keys.projects),
      threads: queryClient.getQueryData(keys.threads),
      models: queryClient.getQueryData(keys.models),
      agents: queryClient.getQueryData(keys.agents),
    },
    event,
  );
  queryClient.setQueryData(keys.devices, next.devices);
  queryClient.setQueryData(keys.pairings, next.pairings);
  queryClient.setQueryData(keys.projects, next.projects);
  queryClient.setQueryData(keys.threads, next.threads);
  queryClient.setQueryData(keys.models, next.models);
  queryClient.setQueryData(keys.agents, next.agents);
}
