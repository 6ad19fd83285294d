import { exampleDevice, exampleSession } from '../inserts/example-values.ts';

/** A name in `$defs`, and a value that it accepts or refuses. */
export type SchemaCase = readonly [definition: string, value: unknown];

/** So roomy that no mutation contradicts the preview's bound, which JSON Schema cannot say. */
const limits = { ...exampleDevice.limits, max_output_bytes_per_stream: 2 ** 40 };
const device = { ...exampleDevice, limits };
const session = { ...exampleSession, limits };
const context = { operation_id: 'op-1' };
const onImage = { context, observation_id: 'o' };
const point = { x: 1, y: 2 };
const hex = 'ab'.repeat(32);
const stream = (reference: string, complete: boolean, bytes: number) => ({
  reference,
  producer_complete: true,
  content_complete: complete,
  produced_bytes: bytes,
  retained_bytes: 0,
  preview: { encoding: 'base64', data: '' },
});
const error = (code: number, data: Record<string, unknown>) => ({
  code,
  message: 'm',
  data: { retry_hint: 'never', dispatch_stage: 'unknown', ...data },
});

/** Canonical encodings, many of them published by others. */
export const acceptedValues: readonly SchemaCase[] = [
  [
    'initialize.params',
    { supported_protocol_versions: ['0.1'], client: { name: 'c', version: '1' }, expected_device_id: 'd' },
  ],
  ['DeviceDescriptor', device],
  ['DeviceDescriptor', { ...device, generation: 2n ** 64n - 1n }],
  ['SessionDescriptor', session],
  ['environment.readiness.params', { context: { operation_id: 'op', timeout_ms: 1000 } }],
  ['environment.readiness.result', { device_id: 'd', session_id: 's', generation: 7, ready: true }],
  ['file.stat.params', { context, path: { path: '/src/main.py' } }],
  [
    'file.stat.result',
    {
      info: {
        kind: 'file',
        modified_at: '2026-08-20T14:00:00.123456789Z',
        path: { path: '/src/main.py' },
        size_bytes: 128,
      },
    },
  ],
  ['file.find.params', { context, kinds: ['file'], pattern: '**/*.py', root: { path: '/src' } }],
  [
    'file.search.params',
    {
      context,
      root: { path: '/C:/' },
      query: 'needle',
      mode: 'regex',
      context_lines: 2,
      max_line_length: 120,
    },
  ],
  [
    'shell.exec.params',
    {
      context,
      request: {
        command: { kind: 'argv', arguments: ['status'], executable_spec: { kind: 'name', name: 'git' } },
        cwd: { path: '/UNC/server/share/x' },
      },
    },
  ],
  ['output.read.params', { context, reference: 'output-1', start_offset: 0 }],
  ['process.write_stdin.params', { context, handle: 'p', data: { encoding: 'base64', data: 'AAE' } }],
  ['receipt.get.params', { context, operation_id: 'op-ambiguous' }],
  [
    'egress.update.params',
    {
      expected_revision: 1,
      destinations: { mode: 'allowlist', hosts: ['a.example'] },
      set_secrets: [{ env: 'KEY', value: 'v' }],
    },
  ],
  ['computer.click.params', { ...onImage, point, button: 'left' }],
  ['computer.drag.params', { ...onImage, start: point, end: point, button: 'left' }],
  ['computer.scroll.params', { ...onImage, point, delta_x: 0, delta_y: -10_000 }],
  ['computer.scroll.params', { ...onImage, point, delta_x: 100, delta_y: -100, unit: 'steps' }],
  ['computer.press_keys.params', { context, keys: ['control', '`'] }],
  ['computer.type_text.params', { context, text: 'naïve 🙂' }],
  ['EipError', error(-32042, { error_type: 'unknown_outcome', operation_id: 'op' })],
  [
    'EipError',
    error(-32032, {
      error_type: 'output_limit_exceeded',
      output: { stdout: stream('o', false, 4), stderr: stream('e', true, 0) },
    }),
  ],
  ['Path', '/'],
  ['Path', '/.hidden/..x/…'],
  ['Timestamp', '2026-01-31T12:00:00Z'],
  ['Timestamp', '2026-01-31T12:00:00.120Z'],
  ['Base64', ''],
  ['Request', { jsonrpc: '2.0', id: -1, method: 'session.close', params: {}, eip_session: 's', other: 1 }],
  ['Failure', { jsonrpc: '2.0', id: null, error: error(-32700, { error_type: 'parse_error' }) }],
];

export const refusedValues: readonly SchemaCase[] = [
  ['initialize.params', { supported_protocol_versions: [], client: { name: 'c', version: '1' } }],
  ['initialize.params', { supported_protocol_versions: ['0.1'], client: { name: 'c' } }],
  ['DeviceDescriptor', { ...device, generation: 0 }],
  ['DeviceDescriptor', { ...device, display_name: 'x'.repeat(257) }],
  ['DeviceDescriptor', { ...device, limits: { ...limits, max_transfer_frame_bytes: 25 } }],
  ['DeviceDescriptor', { ...device, boundary: { ...exampleDevice.boundary, sandbox: { mode: 'open' } } }],
  ['DeviceDescriptor', { ...device, unknown: true }],
  ['SessionDescriptor', { ...session, available_methods: ['process.signal'] }],
  [
    'SessionDescriptor',
    {
      ...session,
      execution_features: { ...exampleSession.execution_features, signal_interrupt: true },
    },
  ],
  ['session.close.params', { context }],
  ['environment.readiness.params', {}],
  ['environment.readiness.params', { context: { operation_id: 'x'.repeat(129) } }],
  ['environment.readiness.params', { context: { operation_id: 'op', timeout_ms: 0 } }],
  ['environment.readiness.params', { context: { operation_id: '' } }],
  ['file.stat.params', { context, path: '/src' }],
  ['file.search.params', { context, root: { path: '/' }, query: 'x', mode: 'glob', max_line_length: 1 }],
  [
    'file.search.params',
    { context, root: { path: '/' }, query: 'x', mode: 'regex', max_line_length: 1, context_lines: 21 },
  ],
  [
    'shell.exec.params',
    {
      context,
      request: { command: { kind: 'argv', script: 'x', executable_spec: { kind: 'name', name: 'x' } } },
    },
  ],
  ['computer.observe.params', { context, max_dimension: 255 }],
  ['computer.observe.params', { context, max_dimension: 1280.5 }],
  ['computer.click.params', { ...onImage, point, button: 'left', count: 0 }],
  ['computer.click.params', { ...onImage, point: { x: -1, y: 0 }, button: 'left' }],
  ['computer.click.params', { ...onImage, point: { x: 4_294_967_296, y: 0 }, button: 'left' }],
  ['computer.click.params', { ...onImage, point }],
  ['computer.click.params', { ...onImage, point, button: null }],
  ['computer.scroll.params', { ...onImage, point, delta_x: 0, delta_y: 10_001 }],
  ['computer.scroll.params', { ...onImage, point, delta_x: 0, delta_y: 101, unit: 'steps' }],
  ['computer.scroll.params', { ...onImage, point, delta_y: 1 }],
  ['computer.drag.params', { ...onImage, start: point, button: 'left' }],
  ['computer.drag.params', { ...onImage, start: point, end: point, button: 'left', duration_ms: 99 }],
  ['computer.press_keys.params', { context, keys: [] }],
  ['computer.press_keys.params', { context, keys: ['Enter'] }],
  ['computer.press_keys.params', { context, keys: 'abcdefghi'.split('') }],
  ['computer.type_text.params', { context, text: '' }],
  ['computer.type_text.params', { context, text: 'x'.repeat(16_385) }],
  ['port.inspect.params', { context, target: { protocol: 'udp', address: 'any', port: 1 } }],
  ['egress.update.params', { destinations: { mode: 'public' } }],
  ['egress.update.params', { expected_revision: 1, destinations: { mode: 'none' } }],
  ['EipError', error(-32600, { error_type: 'parse_error' })],
  ['EipError', error(-1, { error_type: 'no_such_type' })],
  ['EipError', error(-32700, { error_type: 'parse_error', hint: 'x' })],
  ...['', 'x', '/x/', '//', '/x//y', '/./x', '/x/..', '/\0', '/C:/x/', '/UNC/server/..//'].map(
    (path): SchemaCase => ['Path', path],
  ),
  ...[
    '2026-01-31T12:00:00+00:00',
    '2026-01-31T12:00:00.1Z',
    '2026-01-31T12:00:00.000Z',
    '2026-01-31T12:00:00.123000Z',
    '2026-13-31T12:00:00Z',
    '2026-01-31 12:00:00Z',
  ].map((text): SchemaCase => ['Timestamp', text]),
  ...['AAE=', 'AAF', 'A', 'A-_A', 'AB'].map((text): SchemaCase => ['Base64', text]),
  ['Sha256', hex.toUpperCase()],
  ['Version', '0.0'],
  ['Version', '01.0'],
];

/** What only 0.100 says. */
export const additions: readonly SchemaCase[] = [
  ['computer.click.params', { ...onImage, point, button: 'back', count: 3, modifiers: ['shift', 'alt'] }],
  ['computer.move.params', { ...onImage, point, modifiers: ['meta'] }],
  ['computer.drag.params', { ...onImage, path: [point, point], button: 'forward' }],
  ['computer.scroll.params', { ...onImage, point, delta_x: 0, delta_y: 1, modifiers: ['control'] }],
  ['computer.press_keys.params', { context, keys: ['a'], hold_ms: 10_000 }],
  ['computer.observe.params', { context, format: 'webp' }],
  ['computer.observe.params', { ...onImage, region: { ...point, width: 1, height: 1 } }],
  [
    'ComputerObservation',
    {
      observation_id: 'o',
      target_id: 't',
      width: 1,
      height: 1,
      mime_type: 'image/png',
      captured_at: '2026-01-31T12:00:00Z',
      pointer: { x: -1, y: 0 },
      changed: 0.0625,
    },
  ],
];

/** What not even 0.100 accepts. */
export const refusedAdditions: readonly SchemaCase[] = [
  ['computer.click.params', { ...onImage, point, button: 'left', count: 4 }],
  ['computer.click.params', { ...onImage, point, button: 'left', modifiers: ['shift', 'shift'] }],
  ['computer.drag.params', { ...onImage, path: [point], button: 'left' }],
  ['computer.drag.params', { ...onImage, path: Array(65).fill(point), button: 'left' }],
  ['computer.drag.params', { ...onImage, path: [point, point], start: point, button: 'left' }],
  ['computer.drag.params', { ...onImage, button: 'left' }],
  ['computer.press_keys.params', { context, keys: ['a'], hold_ms: 10_001 }],
  ['computer.observe.params', { context, format: 'gif' }],
  ['computer.observe.params', { context, region: { ...point, width: 1, height: 1 } }],
  ['computer.observe.params', onImage],
  ['computer.observe.params', { ...onImage, target_id: 't', region: { ...point, width: 1, height: 1 } }],
  ['computer.observe.params', { ...onImage, region: { ...point, width: 0, height: 1 } }],
];

/** Messages that no version accepts. */
export const refusedMessages: readonly SchemaCase[] = [
  ['Request', { jsonrpc: '2.0', method: 'device.describe', params: {} }],
  ['Request', { jsonrpc: '2.0', id: null, method: 'device.describe', params: {} }],
  ['Request', { jsonrpc: '2.0', id: 1, method: 'device.describe' }],
  ['Request', { jsonrpc: '1.0', id: 1, method: 'device.describe', params: {} }],
  ['Request', { jsonrpc: '2.0', id: 1, method: 'device.describe', params: {}, eip_session: 's' }],
  ['Request', { jsonrpc: '2.0', id: 1, method: 'session.close', params: {} }],
  ['Request', { jsonrpc: '2.0', id: 1, method: 'device.describe', params: {}, eip_trace: 't' }],
  ['Request', { jsonrpc: '2.0', id: 1, method: 'computer.click', params: {}, eip_session: 's' }],
  ['Success', { jsonrpc: '2.0', id: null, result: {} }],
  ['Success', { jsonrpc: '2.0', id: 1 }],
];
