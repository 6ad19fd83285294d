import type { Point, Size, ToolContext } from '../model-adapter.ts';
import * as z from 'zod';

/** Google's models speak of places on a grid of 1000 by 1000, 0 to 999, whatever the size of the picture. */
const cells = 1000;
export const gridMaximum = cells - 1;

/** The pixel in the middle of a cell. */
export function fromGrid({ x, y }: Point, { width, height }: Size): Point {
  return { x: pixelOf(x, width), y: pixelOf(y, height) };
}

/** The cell that holds the middle of a pixel. */
export function toGrid({ x, y }: Point, { width, height }: Size): Point {
  return { x: cellOf(x, width), y: cellOf(y, height) };
}

const pixelOf = (cell: number, length: number) => within(((cell + 0.5) / cells) * length, length);
const cellOf = (pixel: number, length: number) => within(((pixel + 0.5) / length) * cells, cells);
const within = (value: number, length: number) => Math.min(Math.max(0, Math.floor(value)), length - 1);

const cell = z.number().min(0).max(cells);
const pointSchema = z.looseObject({ x: cell, y: cell });
const regionSchema = z.looseObject({ x: cell, y: cell, width: cell, height: cell });
const inputSchema = z.looseObject({ observation_id: z.string() });

export type Converted = { readonly input: unknown } | { readonly fault: string };

/** The arguments of a tool with their places in pixels. What is otherwise wrong with them is left for the tool to say. */
export function inputFromGrid(input: unknown, context: Pick<ToolContext, 'find'>): Converted {
  const parsed = inputSchema.safeParse(input);
  if (!parsed.success) return { input };
  const places = Object.entries(parsed.data).filter(([field]) => field in converters);
  if (places.length === 0) return { input };
  const seen = context.find(parsed.data.observation_id);
  if (seen === undefined)
    return { fault: 'observation_id names no screenshot of this run that can still be used. Observe first.' };
  const converted = places.map(([field, place]) => [field, converters[field]?.(place, seen)] as const);
  const wrong = converted.find(([, place]) => place === undefined);
  if (wrong !== undefined)
    return { fault: `${wrong[0]} must be given on the grid, from 0 to ${String(gridMaximum)}.` };
  return { input: { ...parsed.data, ...Object.fromEntries(converted) } };
}

const point = (place: unknown, size: Size) => {
  const parsed = pointSchema.safeParse(place);
  return parsed.success ? { ...parsed.data, ...fromGrid(parsed.data, size) } : undefined;
};

const region = (place: unknown, size: Size) => {
  const parsed = regionSchema.safeParse(place);
  if (!parsed.success) return undefined;
  const { x, y, width, height } = parsed.data;
  const start = edge({ x, y }, size);
  const end = edge({ x: x + width, y: y + height }, size);
  return {
    x: start.x,
    y: start.y,
    width: Math.max(1, end.x - start.x),
    height: Math.max(1, end.y - start.y),
  };
};

/** A line between cells, not the middle of one: a whole side of the grid is a whole side of the picture. */
const edge = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.min(width, Math.round((x / cells) * width)),
  y: Math.min(height, Math.round((y / cells) * height)),
});

const converters: Readonly<Record<string, (place: unknown, size: Size) => unknown>> = {
  point,
  start: point,
  end: point,
  region,
};
