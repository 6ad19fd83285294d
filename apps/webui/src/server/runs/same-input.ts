import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import type { ScreenPlace } from '../agent/computer-tools.ts';

/** A model that looks again hits the same thing a little beside; what is farther off may be something else. */
const nearPixels = 12;

export type PlacedInput = {
  readonly call: ComputerToolCall;
  readonly alias: string | null;
  /** What its points are pixels of. */
  readonly place: ScreenPlace | undefined;
};

/** True if whoever said yes to the one has seen all of the other: only the screenshot may be a newer one. */
export function isSameInput(one: PlacedInput, other: PlacedInput): boolean {
  if (one.call.tool !== other.call.tool || one.alias !== other.alias) return false;
  if ('observation_id' in one.call.arguments && one.place === undefined) return false;
  if (!isDeepStrictEqual(one.place, other.place)) return false;
  const [told, meant] = [argumentsOf(one.call), argumentsOf(other.call)];
  return isDeepStrictEqual(told.rest, meant.rest) && areNear(told.points, meant.points);
}

type Point = z.output<typeof pointSchema>;

const pointSchema = z.object({ x: z.number(), y: z.number() });

function argumentsOf({ arguments: given }: ComputerToolCall) {
  const points: [string, Point][] = [];
  const rest: [string, unknown][] = [];
  for (const [name, value] of Object.entries(given)) {
    // The alias is compared as it was resolved.
    if (name === 'observation_id' || name === 'alias' || value === undefined) continue;
    const point = pointSchema.safeParse(value);
    if (point.success) points.push([name, point.data]);
    else rest.push([name, value]);
  }
  return { points: new Map(points), rest: new Map(rest) };
}

function areNear(ones: ReadonlyMap<string, Point>, others: ReadonlyMap<string, Point>): boolean {
  if (ones.size !== others.size) return false;
  return [...ones].every(([name, { x, y }]) => {
    const other = others.get(name);
    return other !== undefined && Math.hypot(other.x - x, other.y - y) <= nearPixels;
  });
}
