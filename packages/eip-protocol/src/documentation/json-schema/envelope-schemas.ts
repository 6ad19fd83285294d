import type { JsonSchemaNode } from './json-schema-node.ts';

const head = { jsonrpc: { const: '2.0' }, eip_session: { $ref: '#/$defs/Id' } };
const id = { anyOf: [{ type: 'string' }, { $ref: '#/$defs/I64' }] };
/** Members of the protocol are known; others are ignored. */
const noOtherEipMembers = { '^eip_(?!session$)': false };

/** The three messages. `methods` tells of each whether it belongs to a session. */
export function envelopeSchemas(
  methods: readonly (readonly [string, boolean])[],
): Record<string, JsonSchemaNode> {
  return {
    Request: {
      description: 'A request of the Host. Its id is unique among those that wait for an answer.',
      type: 'object',
      properties: {
        ...head,
        id,
        method: { type: 'string', enum: methods.map(([method]) => method) },
        params: { type: 'object' },
      },
      required: ['jsonrpc', 'id', 'method', 'params'],
      patternProperties: noOtherEipMembers,
      allOf: methods.map(([method, inSession]) => ({
        if: { properties: { method: { const: method } } },
        then: {
          properties: {
            params: { $ref: `#/$defs/${method}.params` },
            ...(!inSession && { eip_session: false }),
          },
          ...(inSession && { required: ['eip_session'] }),
        },
      })),
    },
    Success: {
      description: 'The result of a request: the `<method>.result` of its method.',
      type: 'object',
      properties: { ...head, id, result: { type: 'object' }, error: { not: {} } },
      required: ['jsonrpc', 'id', 'result'],
      patternProperties: noOtherEipMembers,
    },
    Failure: {
      description: 'The error of a request; its id is null when the request could not be read.',
      type: 'object',
      properties: {
        ...head,
        id: { anyOf: [...id.anyOf, { type: 'null' }] },
        error: { $ref: '#/$defs/EipError' },
        result: { not: {} },
      },
      required: ['jsonrpc', 'id', 'error'],
      patternProperties: noOtherEipMembers,
    },
  };
}
