import { describe, expect, it } from 'vitest';

import { deviceDescriptorSchema, sessionDescriptorSchema } from './descriptors.ts';
import { encodeParams, encodeResult } from './encode-value.ts';
import { defaultLimits } from './limits.ts';
import { computerPermissionOf } from './operations/computer.ts';
import { parseParams, parseResult } from './parse-value.ts';
import { sessionContradiction } from './session-consistency.ts';

const boundary = {
  sandbox: { mode: 'restricted', grants: [{ path: '/work', access: 'read_only' }] },
  egress: 'inherit',
  privilege_gain_blocked: false,
  backend: 'native',
  policy_digest: 'ab'.repeat(32),
};
const shared = {
  device_id: 'd',
  generation: 7,
  available_methods: ['computer.describe', 'computer.click'],
  limits: defaultLimits,
  lifecycle: { idle_timeout_ms: 30_000, disconnect_grace_ms: 1 },
  boundary,
};
const device = {
  ...shared,
  path_style: 'posix',
  default_working_directory: '/home/a',
  directory_discovery: false,
};
const features = {
  process_count_limit: false,
  memory_bytes_limit: false,
  cpu_time_limit: false,
  signal_interrupt: false,
  signal_terminate: false,
};
const session = { ...shared, session_id: 's', working_directory: '/home/a', execution_features: features };

describe('descriptors', () => {
  it('accepts the default limits', () => {
    expect(deviceDescriptorSchema.parse(device)).toStrictEqual(device);
    expect(sessionDescriptorSchema.parse(session)).toStrictEqual({ ...session, shell_profiles: [] });
  });

  it.each([
    ['a preview above the stream', { limits: { ...defaultLimits, max_output_preview_bytes: 2 ** 40 } }],
    ['frames too small for a header', { limits: { ...defaultLimits, max_transfer_frame_bytes: 25 } }],
    ['a limit of zero', { limits: { ...defaultLimits, max_processes: 0 } }],
    ['generation 0', { generation: 0 }],
    ['a long display name', { display_name: 'ä'.repeat(257) }],
    ['a long description', { description: 'a'.repeat(4097) }],
    ['an idle timeout of zero', { lifecycle: { idle_timeout_ms: 0, disconnect_grace_ms: 1 } }],
    [
      'grants of a disabled sandbox',
      { boundary: { ...boundary, sandbox: { mode: 'disabled', grants: [] } } },
    ],
    ['an unknown member', { hostname: 'secret' }],
  ])('refuses a device with %s', (_name, change) => {
    expect(deviceDescriptorSchema.safeParse({ ...device, ...change }).success).toBe(false);
  });

  it('wants process.signal exactly when a signal feature is true', () => {
    const signals = { ...features, signal_terminate: true };
    const offered = { available_methods: ['process.signal'] };
    const parses = (change: object) => sessionDescriptorSchema.safeParse({ ...session, ...change }).success;
    expect(parses({ ...offered, execution_features: signals })).toBe(true);
    expect(parses({ ...offered })).toBe(false);
    expect(parses({ execution_features: signals })).toBe(false);
  });

  it('lets a session only narrow its device', () => {
    const of = (change: object) =>
      sessionContradiction(
        deviceDescriptorSchema.parse(device),
        sessionDescriptorSchema.parse({ ...session, ...change }),
      );
    expect(of({})).toBeNull();
    expect(of({ available_methods: ['computer.click'] })).toBeNull();
    expect(of({ available_methods: ['computer.drag'] })).toContain('available_methods');
    expect(of({ device_id: 'e' })).toContain('device_id');
    expect(of({ generation: 8 })).toContain('generation');
    expect(of({ boundary: { ...boundary, egress: 'deny' } })).toContain('boundary');
  });
});

describe('published values', () => {
  const published = [
    [
      'initialize',
      {
        client: { name: 'fixture-client', version: '1.2.3' },
        expected_device_id: 'device-fixture',
        supported_protocol_versions: ['0.1'],
      },
    ],
    ['environment.readiness', { context: { operation_id: 'op-readiness', timeout_ms: 1000 } }],
    ['receipt.get', { context: { operation_id: 'op-receipt-query' }, operation_id: 'op-ambiguous' }],
  ] as const;

  it.each(published)('reads the params of %s and writes the same again', (method, params) => {
    expect(encodeParams(method, parseParams(method, params, '0.1'), '0.1')).toStrictEqual(params);
  });

  it('reads the result of environment.readiness and writes the same again', () => {
    const result = { device_id: 'device-fixture', session_id: 'session-fixture', generation: 7, ready: true };
    const parsed = parseResult('environment.readiness', result, '0.1');
    expect(encodeResult('environment.readiness', parsed, '0.1')).toStrictEqual(result);
  });

  it('keeps the grants of a restricted sandbox and omits empty ones', () => {
    const parsed = parseResult('device.describe', { descriptor: device }, '0.1');
    expect(encodeResult('device.describe', parsed, '0.1')).toStrictEqual({ descriptor: device });
    const bare = { ...device, boundary: { ...boundary, sandbox: { mode: 'restricted' } } };
    const withDefault = parseResult('device.describe', { descriptor: bare }, '0.1');
    expect(withDefault.descriptor.boundary.sandbox).toStrictEqual({ mode: 'restricted', grants: [] });
    expect(encodeResult('device.describe', withDefault, '0.1')).toStrictEqual({ descriptor: bare });
  });
});

describe('computerPermissionOf', () => {
  it('is the wire name in the environment', () => {
    expect(computerPermissionOf('computer.click')).toBe('environment.computer.click');
  });
});
