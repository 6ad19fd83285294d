import { z } from 'zod';

import { positiveU64Schema } from '../integers.ts';
import { idSchema, timestampSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';
import { gestureParams } from './computer-gestures.ts';
import {
  computerActionResultSchema,
  imageFormatSchema,
  observationSchema,
  publicObservationSchema,
  regionSchema,
  scrollUnitSchema,
  targetSchema,
} from './computer-values.ts';
import { closeReaderSchemas } from './file-info.ts';

const observeShape = {
  context: callContextSchema,
  target_id: idSchema.optional(),
  max_dimension: z.int().min(256).max(2048).default(1280),
};

const observeParams = z
  .strictObject({
    ...observeShape,
    observation_id: idSchema.optional(),
    region: regionSchema.optional(),
    format: imageFormatSchema.default('jpeg'),
  })
  .superRefine((params, issues) => {
    const blame = (name: string, message: string): void =>
      issues.addIssue({ code: 'custom', path: [name], message });
    if (params.region === undefined && params.observation_id !== undefined)
      blame('region', 'is missing beside observation_id');
    if (params.region === undefined) return;
    if (params.observation_id === undefined) blame('observation_id', 'is missing beside region');
    if (params.target_id !== undefined) blame('target_id', 'must not be given beside region');
  });

const observeResultShape = { reader: idSchema, size_bytes: positiveU64Schema, expires_at: timestampSchema };

const observing = { scope: 'session', replay: 'active_only' } as const;
const input = { result: computerActionResultSchema, scope: 'session', replay: 'terminal_evidence' } as const;

export const computerOperations = {
  'computer.describe': {
    params: z.strictObject({ context: callContextSchema }),
    result: z.strictObject({
      targets: z.array(targetSchema).default([]),
      observe_ready: z.boolean(),
      input_ready: z.boolean(),
      scroll_units: z.array(scrollUnitSchema).default([]),
    }),
    ...observing,
  },
  'computer.observe': {
    params: observeParams,
    result: z.strictObject({ observation: observationSchema, ...observeResultShape }),
    ...observing,
    earlier: {
      '0.1': {
        params: z.strictObject(observeShape),
        result: z.strictObject({ observation: publicObservationSchema, ...observeResultShape }),
      },
    },
  },
  'computer.close_observation': { ...closeReaderSchemas, ...observing },
  'computer.click': {
    params: gestureParams.click,
    ...input,
    earlier: { '0.1': { params: gestureParams.publicClick } },
  },
  'computer.move': {
    params: gestureParams.move,
    ...input,
    earlier: { '0.1': { params: gestureParams.publicMove } },
  },
  'computer.drag': {
    params: gestureParams.drag,
    ...input,
    earlier: { '0.1': { params: gestureParams.publicDrag } },
  },
  'computer.scroll': {
    params: gestureParams.scroll,
    ...input,
    earlier: { '0.1': { params: gestureParams.publicScroll } },
  },
  'computer.type_text': { params: gestureParams.typeText, ...input },
  'computer.press_keys': {
    params: gestureParams.pressKeys,
    ...input,
    earlier: { '0.1': { params: gestureParams.publicPressKeys } },
  },
} as const;

export type ComputerMethod = keyof typeof computerOperations;

/** The methods that send events to the desktop. */
export const computerInputMethods = [
  'computer.click',
  'computer.move',
  'computer.drag',
  'computer.scroll',
  'computer.type_text',
  'computer.press_keys',
] as const;
export type ComputerInputMethod = (typeof computerInputMethods)[number];

/** Values of `safe_detail` that computer methods use. */
export const safeDetails = [
  'computer_windows_desktop_unavailable',
  'computer_input_held',
  'computer_scroll_steps_required',
] as const;
export type SafeDetail = (typeof safeDetails)[number];

/** The Host's permission name, such as `environment.computer.click`. */
export function computerPermissionOf<M extends ComputerMethod>(method: M): `environment.${M}` {
  return `environment.${method}`;
}
