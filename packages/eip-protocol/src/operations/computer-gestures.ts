import { z } from 'zod';

import { i32Schema } from '../integers.ts';
import { sizeLimits } from '../limits.ts';
import { idSchema } from '../scalars.ts';
import { callContextSchema } from './call-context.ts';
import {
  buttonSchema,
  keyNameSchema,
  modifiersSchema,
  pointSchema,
  scrollUnitSchema,
  typedTextSchema,
} from './computer-values.ts';

const publicButtonSchema = buttonSchema.extract(['left', 'right', 'middle']);

const onObservation = { context: callContextSchema, observation_id: idSchema };
const onPoint = { ...onObservation, point: pointSchema };
const dragShape = { ...onObservation, duration_ms: z.int().min(100).max(3000).default(500) };
const scrollShape = {
  ...onPoint,
  delta_x: i32Schema,
  delta_y: i32Schema,
  unit: scrollUnitSchema.optional(),
};
const chordShape = {
  context: callContextSchema,
  keys: z.array(keyNameSchema).min(1).max(sizeLimits.keysPerChord),
};

/** Params of the six inputs; `public` ones are those of 0.1. */
export const gestureParams = {
  click: z.strictObject({
    ...onPoint,
    button: buttonSchema,
    count: z.int().min(1).max(3).default(1),
    modifiers: modifiersSchema,
  }),
  publicClick: z.strictObject({
    ...onPoint,
    button: publicButtonSchema,
    count: z.int().min(1).max(2).default(1),
  }),
  move: z.strictObject({ ...onPoint, modifiers: modifiersSchema }),
  publicMove: z.strictObject(onPoint),
  drag: z
    .strictObject({
      ...dragShape,
      start: pointSchema.optional(),
      end: pointSchema.optional(),
      path: z.array(pointSchema).min(2).max(64).optional(),
      button: buttonSchema,
      modifiers: modifiersSchema,
    })
    .superRefine(checkRoute),
  publicDrag: z.strictObject({
    ...dragShape,
    start: pointSchema,
    end: pointSchema,
    button: publicButtonSchema,
  }),
  scroll: z.strictObject({ ...scrollShape, modifiers: modifiersSchema }).superRefine(checkDeltas),
  publicScroll: z.strictObject(scrollShape).superRefine(checkDeltas),
  typeText: z.strictObject({ context: callContextSchema, text: typedTextSchema }),
  pressKeys: z.strictObject({ ...chordShape, hold_ms: z.int().min(0).max(10_000).default(0) }),
  publicPressKeys: z.strictObject(chordShape),
} as const;

type Route = { start?: unknown; end?: unknown; path?: unknown };

function checkRoute(params: Route, issues: z.RefinementCtx): void {
  const blame = (name: keyof Route, message: string): void =>
    issues.addIssue({ code: 'custom', path: [name], message });
  if (params.path === undefined) {
    if (params.start === undefined) blame('start', 'is missing; a drag has start and end, or path');
    if (params.end === undefined) blame('end', 'is missing; a drag has start and end, or path');
  } else if (params.start !== undefined || params.end !== undefined) {
    blame('path', 'must not be given beside start and end');
  }
}

type Deltas = { delta_x: number; delta_y: number; unit?: 'pixels' | 'steps' | undefined };

function checkDeltas(params: Deltas, issues: z.RefinementCtx): void {
  const most = params.unit === 'steps' ? sizeLimits.scrollSteps : sizeLimits.scrollPixels;
  for (const name of ['delta_x', 'delta_y'] as const) {
    if (Math.abs(params[name]) <= most) continue;
    issues.addIssue({ code: 'custom', path: [name], message: `must be within ±${most}` });
  }
}
