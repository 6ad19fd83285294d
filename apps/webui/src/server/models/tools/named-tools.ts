import { jsonSchema, tool, type ToolSet } from 'ai';
import type * as z from 'zod';
import { computerToolCallSchema, type ComputerToolName } from '../../../shared/computer-tools.ts';
import type { MappedCall, ToolContext } from '../model-adapter.ts';
import { toolJsonSchema, type SchemaOptions } from './tool-schema.ts';
import { toolWords } from './tool-words.ts';

export const pixelPoints = { pointUnit: 'pixels of that screenshot, from its top left corner' } as const;

/** Our tools as function tools, for every environment of the run. */
export function namedTools(
  names: readonly ComputerToolName[],
  context: ToolContext,
  points: Pick<SchemaOptions, 'pointUnit' | 'pointMaximum'> = pixelPoints,
): ToolSet {
  const aliases = context.environments.map(({ alias }) => alias);
  return functionTools(names, {
    aliases,
    aliasRequired: !context.environments.some((one) => one.is_default),
    ...points,
  });
}

/** The SDK checks nothing: what a model gets wrong is answered in words by `namedCall`. */
export function functionTools(names: readonly ComputerToolName[], options: SchemaOptions): ToolSet {
  return Object.fromEntries(
    names.map((name) => [
      name,
      tool({ description: toolWords[name].tool, inputSchema: jsonSchema(toolJsonSchema(name, options)) }),
    ]),
  );
}

export function namedCall(toolName: string, input: unknown): MappedCall {
  const parsed = computerToolCallSchema.safeParse({ tool: toolName, arguments: input });
  if (parsed.success) return { kind: 'calls', calls: [parsed.data] };
  return { kind: 'invalid', message: whatIsWrong(toolName, parsed.error) };
}

function whatIsWrong(toolName: string, error: z.ZodError): string {
  if (error.issues.some(({ path }) => path[0] === 'tool'))
    return `There is no tool named ${quoted(toolName)}.`;
  const faults = error.issues.slice(0, 5).map((issue) => {
    const field = issue.path.slice(1).join('.');
    return field === '' ? issue.message : `${field}: ${issue.message}`;
  });
  return `Nothing was done: the arguments of ${toolName} are not right. ${faults.join('; ')}. Call it again with these mended.`;
}

/** What a model says is untrusted text. */
const quoted = (text: string) => JSON.stringify(text.slice(0, 80));
