import * as z from 'zod';
import {
  apiTokenCreatedSchema,
  apiTokenSchema,
  auditEntrySchema,
  tokenScopeSchema,
  webSessionSchema,
} from '../../shared/access.ts';
import { agentSchema, budgetSchema } from '../../shared/agents.ts';
import { approvalModeSchema, approvalSchema } from '../../shared/approvals.ts';
import { bindingSchema, environmentConfigurationSchema, operationSchema } from '../../shared/bindings.ts';
import { computerToolCallSchema, computerToolResultSchema } from '../../shared/computer-tools.ts';
import {
  deviceDesktopSchema,
  deviceSchema,
  directoryListingSchema,
  pairingSchema,
} from '../../shared/devices.ts';
import { liveEventSchema } from '../../shared/events.ts';
import { messageDeltaSchema, messageSchema } from '../../shared/messages.ts';
import { modelSchema, modelTestSchema } from '../../shared/models.ts';
import { problemSchema } from '../../shared/problem.ts';
import { sessionStateSchema } from '../../shared/session.ts';
import {
  projectSchema,
  runModelSchema,
  runSchema,
  runStateSchema,
  threadSchema,
  toolCallSchema,
  transcriptSchema,
} from '../../shared/threads.ts';

/** The shapes that have a name in the published document; wherever a route uses one, it refers to it. */
const namedSchemas: Readonly<Record<string, z.ZodType>> = {
  Agent: agentSchema,
  ApiToken: apiTokenSchema,
  ApiTokenCreated: apiTokenCreatedSchema,
  Approval: approvalSchema,
  ApprovalMode: approvalModeSchema,
  AuditEntry: auditEntrySchema,
  Binding: bindingSchema,
  Budget: budgetSchema,
  ComputerToolCall: computerToolCallSchema,
  ComputerToolResult: computerToolResultSchema,
  Device: deviceSchema,
  DeviceDesktop: deviceDesktopSchema,
  DirectoryListing: directoryListingSchema,
  EnvironmentConfiguration: environmentConfigurationSchema,
  LiveEvent: liveEventSchema,
  Message: messageSchema,
  MessageDelta: messageDeltaSchema,
  Model: modelSchema,
  ModelTest: modelTestSchema,
  Operation: operationSchema,
  Pairing: pairingSchema,
  Problem: problemSchema,
  Project: projectSchema,
  Run: runSchema,
  RunModel: runModelSchema,
  RunState: runStateSchema,
  SessionState: sessionStateSchema,
  Thread: threadSchema,
  TokenScope: tokenScopeSchema,
  ToolCall: toolCallSchema,
  Transcript: transcriptSchema,
  WebSession: webSessionSchema,
};

type JsonSchema = z.core.JSONSchema.BaseSchema;
/** `input`: what a request may hold; `output`: what an answer holds. Defaults make them differ. */
type Direction = 'input' | 'output';

export type OpenApiComponents = {
  /** Of `components.schemas`. */
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** The schema with references to the named ones in it. */
  toJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema;
};

const uri = (name: string) => `#/components/schemas/${name}`;
/** No name of a component. */
const root = 'what is asked for';

export function createOpenApiComponents(): OpenApiComponents {
  const all = Object.keys(namedSchemas);
  const output = z.toJSONSchema(registryOf(all), { io: 'output', uri, override }).schemas;
  const input = z.toJSONSchema(registryOf(all), { io: 'input', uri, override }).schemas;
  // A request refers only to shapes that are the same in both directions.
  const alike = all.filter((name) => JSON.stringify(output[name]) === JSON.stringify(input[name]));
  const schemas = Object.fromEntries(Object.entries(output).map(([name, schema]) => [name, plain(schema)]));
  return {
    schemas,
    toJsonSchema(schema, direction) {
      const registry = registryOf(direction === 'output' ? all : alike);
      const name = registry.get(schema)?.id;
      if (name !== undefined) return { $ref: uri(name) };
      registry.add(schema, { id: root });
      return plain(z.toJSONSchema(registry, { io: direction, uri, override }).schemas[root] ?? {});
    },
  };
}

function registryOf(names: readonly string[]) {
  const registry = z.registry<{ id: string }>();
  for (const name of names) {
    const schema = namedSchemas[name];
    if (schema !== undefined) registry.add(schema, { id: name });
  }
  return registry;
}

/** `date-time` says it; the pattern that does the same has 300 characters. */
function override({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
}

/** Without what is said once for the whole document. */
function plain(schema: JsonSchema): JsonSchema {
  const rest = { ...schema };
  delete rest.$schema;
  delete rest.$id;
  return rest;
}
