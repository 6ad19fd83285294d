import { expect, it } from 'vitest';
import type { ToolCall } from '../../shared/threads.ts';
import {
  attachmentUrl,
  observationOf,
  observationsOf,
  referredObservation,
  type ObservationResult,
} from './observation.ts';

const at = '2030-01-01T00:00:00Z';
const observation: ObservationResult = {
  kind: 'observation',
  ok: true,
  observation_id: 'obs-00000001',
  target_id: 'display-0',
  width: 1280,
  height: 720,
  captured_at: at,
  attachment: null,
};
const base = { position: 1, alias: 'desktop', state: 'finished', started_at: at, duration_ms: 1 } as const;
const observe = (runId: string): ToolCall => ({
  ...base,
  call_id: `observe-${runId}`,
  run_id: runId,
  call: { tool: 'computer_observe', arguments: {} },
  result: observation,
});
const click: ToolCall = {
  ...base,
  call_id: 'click',
  run_id: 'r2',
  call: {
    tool: 'computer_click',
    arguments: { observation_id: 'obs-00000001', point: { x: 1, y: 2 }, button: 'left' },
  },
  result: null,
};

it('finds the image a call pointed at within its own run only', () => {
  expect(referredObservation(observationsOf([observe('r1')]), click)).toBeNull();
  expect(referredObservation(observationsOf([observe('r1'), observe('r2')]), click)).toBe(observation);
  expect(observationOf(click)).toBeNull();
});

it('has no address for an image that could not be stored', () => {
  expect(attachmentUrl('t1', observation)).toBeNull();
});
