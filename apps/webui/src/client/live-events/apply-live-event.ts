import type { Device, Pairing } from '../../shared/devices.ts';
import type { Agent } from '../../shared/agents.ts';
import type { LiveEvent } from '../../shared/events.ts';
import type { Message, MessageDelta } from '../../shared/messages.ts';
import type { Model } from '../../shared/models.ts';
import type { Project, Run, Thread, ToolCall, Transcript } from '../../shared/threads.ts';
import type { LoggedEvent } from './event-log.ts';

/** Every live collection. A collection that was not loaded stays `undefined`. */
export type LiveState = {
  readonly devices: readonly Device[] | undefined;
  readonly pairings: readonly Pairing[] | undefined;
  readonly projects: readonly Project[] | undefined;
  readonly threads: readonly Thread[] | undefined;
  readonly models: readonly Model[] | undefined;
  readonly agents: readonly Agent[] | undefined;
};

/** The one reducer of lists. Applying an event twice, or a list to an event it already holds, changes nothing more. */
export function applyToLists(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'pairing':
      return {
        ...state,
        pairings: state.pairings && upsert(state.pairings, event.pairing, (pairing) => pairing.pairing_id),
      };
    case 'pairing_ended':
      return {
        ...state,
        pairings: state.pairings?.filter((pairing) => pairing.pairing_id !== event.pairing_id),
      };
    case 'device':
      return {
        ...state,
        devices: state.devices && upsert(state.devices, event.device, (device) => device.device_id),
      };
    case 'device_forgotten':
      return { ...state, devices: state.devices?.filter((device) => device.device_id !== event.device_id) };
    case 'project':
      return {
        ...state,
        projects: state.projects && upsert(state.projects, event.project, (project) => project.project_id),
      };
    case 'project_deleted':
      return {
        ...state,
        projects: state.projects?.filter((project) => project.project_id !== event.project_id),
      };
    case 'thread':
      return {
        ...state,
        threads: state.threads && upsert(state.threads, event.thread, (thread) => thread.thread_id),
      };
    case 'thread_deleted':
      return { ...state, threads: state.threads?.filter((thread) => thread.thread_id !== event.thread_id) };
    case 'model':
      return {
        ...state,
        models: state.models && upsert(state.models, event.model, (model) => model.model_id),
      };
    case 'model_deleted':
      return { ...state, models: state.models?.filter((model) => model.model_id !== event.model_id) };
    case 'agent':
      return {
        ...state,
        agents: state.agents && upsert(state.agents, event.agent, (agent) => agent.agent_id),
      };
    case 'agent_deleted':
      return { ...state, agents: state.agents?.filter((agent) => agent.agent_id !== event.agent_id) };
    case 'run':
    case 'tool_call':
    case 'message':
    case 'message_delta':
    case 'approval':
      return state;
  }
}

/** The one reducer of a transcript. Events that it already holds (`id` ≤ `last_event_id`) are skipped. */
export function applyToTranscript(transcript: Transcript, { id, event }: LoggedEvent): Transcript {
  if (id <= transcript.last_event_id) return transcript;
  const changed = changeTranscript(transcript, event);
  return changed === transcript ? transcript : { ...changed, last_event_id: id };
}

/** The same without an event id: for answers, which come outside of the stream. */
export function changeTranscript(transcript: Transcript, event: LiveEvent): Transcript {
  const threadId = transcript.thread.thread_id;
  switch (event.type) {
    case 'thread':
      return event.thread.thread_id === threadId ? { ...transcript, thread: event.thread } : transcript;
    case 'run':
      return event.run.thread_id === threadId ? withRun(transcript, event.run) : transcript;
    case 'tool_call':
      return event.thread_id === threadId ? withCall(transcript, event.call) : transcript;
    case 'message':
      return event.message.thread_id === threadId ? withMessage(transcript, event.message) : transcript;
    case 'message_delta':
      return event.delta.thread_id === threadId ? withDelta(transcript, event.delta) : transcript;
    case 'approval':
      if (event.approval.thread_id !== threadId) return transcript;
      return {
        ...transcript,
        approvals: upsert(transcript.approvals, event.approval, (approval) => approval.approval_id),
      };
    default:
      return transcript;
  }
}

/** An answer and its live event arrive in any order: what has ended never goes back to running. */
function withRun(transcript: Transcript, run: Run): Transcript {
  const known = transcript.runs.find((candidate) => candidate.run_id === run.run_id);
  if (known !== undefined && known.ended_at !== null && run.ended_at === null) return transcript;
  return { ...transcript, runs: upsert(transcript.runs, run, (candidate) => candidate.run_id) };
}

function withCall(transcript: Transcript, call: ToolCall): Transcript {
  const known = transcript.calls.find((candidate) => candidate.call_id === call.call_id);
  if (known?.state === 'finished' && call.state !== 'finished') return transcript;
  return { ...transcript, calls: upsert(transcript.calls, call, (candidate) => candidate.call_id) };
}

function withMessage(transcript: Transcript, message: Message): Transcript {
  return {
    ...transcript,
    messages: upsert(transcript.messages, message, (candidate) => candidate.message_id),
  };
}

/** A delta that the text holds already, or that does not continue it, changes nothing. */
function withDelta(transcript: Transcript, { message_id, offset, text }: MessageDelta): Transcript {
  const grow = (message: Message): Message =>
    message.message_id === message_id && message.text.length === offset
      ? { ...message, text: message.text + text }
      : message;
  return { ...transcript, messages: transcript.messages.map(grow) };
}

export function withoutCall(transcript: Transcript, callId: string): Transcript {
  return { ...transcript, calls: transcript.calls.filter((call) => call.call_id !== callId) };
}

function upsert<Item>(items: readonly Item[], item: Item, idOf: (item: Item) => string): Item[] {
  const id = idOf(item);
  const known = items.some((candidate) => idOf(candidate) === id);
  return known ? items.map((candidate) => (idOf(candidate) === id ? item : candidate)) : [...items, item];
}
