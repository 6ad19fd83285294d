import { describe, expect, it } from 'vitest';

import type { MethodName } from '../operation-table.ts';
import { parseParams, parseResult } from '../parse-value.ts';

const context = { operation_id: 'op-1' };
const path = { path: '/a' };
const most64 = 2n ** 64n - 1n;
const digest = { algorithm: 'sha256', value: 'a'.repeat(64) };
const argv = { kind: 'argv', executable_spec: { kind: 'name', name: 'git' } };
const readText = { context, path, line_limit: 1, max_line_length: 1 };
const search = { context, root: path, query: 'q', mode: 'literal', max_line_length: 1 };
const list = { context, path };
const writer = { context, path, mode: 'create' };
const commit = { context, writer: 'w', transferred_bytes: 0, transfer_digest: digest };
const exec = (request: object) => ({ context, request: { command: argv, ...request } });
const limits = (more: object) => exec({ limits: more });
const stdin = (data: string) => ({ context, handle: 'p', data: { encoding: 'base64', data } });
const port = (more: object) => ({ context, target: { protocol: 'tcp', address: 'any', port: 1, ...more } });
const read = { context, reference: 'o', start_offset: 0 };
const openReader = (range: object) => ({ context, path, byte_range: range });

describe('params', () => {
  it.each<[MethodName, unknown]>([
    ['environment.readiness', { context: { operation_id: '😀'.repeat(128), timeout_ms: most64 } }],
    ['file.read_text', { ...readText, line_limit: most64, line_offset: most64, max_line_length: most64 }],
    ['file.list', { ...list, offset: most64, max_results: 0xffff_ffff }],
    ['file.list', { ...list, max_results: 1 }],
    ['file.search', { ...search, query: '', context_lines: 20, max_file_bytes: 1, max_files: most64 }],
    ['file.open_reader', openReader({ offset: most64, length: 0 })],
    ['file.open_writer', { ...writer, transfer_timeout_ms: 1 }],
    ['file.commit_writer', { ...commit, transferred_bytes: most64 }],
    ['file.remove', { context, path, expected_kind: 'other', max_entries: most64 }],
    ['shell.exec', limits({ wall_time_ms: 1, stdin_bytes: 0, memory_bytes: most64 })],
    ['process.write_stdin', stdin('')],
    ['output.read', { ...read, start_offset: most64, wait_ms: most64 }],
    ['port.inspect', port({ port: 65_535 })],
  ])('%s accepts its bounds, row %#', (method, params) => {
    expect(() => parseParams(method, params, '0.1')).not.toThrow();
  });

  it.each<[MethodName, unknown, string]>([
    ['environment.readiness', { context: { operation_id: '😀'.repeat(129) } }, 'context.operation_id'],
    ['environment.readiness', { context: { ...context, timeout_ms: 0 } }, 'context.timeout_ms'],
    ['environment.readiness', { context: { ...context, timeout_ms: most64 + 1n } }, 'context.timeout_ms'],
    ['operation.cancel', { context, target_operation_id: '' }, 'target_operation_id'],
    ['receipt.get', { context, operation_id: 'a'.repeat(129) }, 'operation_id'],
    ['file.stat', { context, path: '/a' }, 'path'],
    ['file.stat', { context, path: { path: 'a' } }, 'path.path'],
    ['file.stat', { context, path: { path: '/a/../b' } }, 'path.path'],
    ['file.read_text', { ...readText, line_limit: 0 }, 'line_limit'],
    ['file.read_text', { ...readText, line_offset: -1 }, 'line_offset'],
    ['file.read_text', { ...readText, max_line_length: 0 }, 'max_line_length'],
    ['file.list', { ...list, max_results: 0 }, 'max_results'],
    ['file.list', { ...list, max_results: 0x1_0000_0000 }, 'max_results'],
    ['file.list', { ...list, offset: most64 + 1n }, 'offset'],
    ['file.find', { context, root: path, pattern: '*', kinds: ['socket'] }, 'kinds.0'],
    ['file.search', { ...search, mode: 'glob' }, 'mode'],
    ['file.search', { ...search, context_lines: 21 }, 'context_lines'],
    ['file.search', { ...search, max_file_bytes: 0 }, 'max_file_bytes'],
    ['file.search', { ...search, max_files: 0 }, 'max_files'],
    ['file.search', { ...search, max_matches_per_file: 0 }, 'max_matches_per_file'],
    ['file.search', { ...search, query: '\ud800' }, 'query'],
    ['file.open_reader', openReader({ offset: -1 }), 'byte_range.offset'],
    ['file.open_reader', { context, path, transfer_timeout_ms: 0 }, 'transfer_timeout_ms'],
    ['file.open_writer', { ...writer, mode: 'truncate' }, 'mode'],
    ['file.commit_writer', { ...commit, transfer_digest: 'a'.repeat(64) }, 'transfer_digest'],
    [
      'file.commit_writer',
      { ...commit, transfer_digest: { ...digest, algorithm: 'md5' } },
      'transfer_digest.algorithm',
    ],
    [
      'file.commit_writer',
      { ...commit, transfer_digest: { ...digest, value: 'A'.repeat(64) } },
      'transfer_digest.value',
    ],
    ['file.write_text', { context, path, mode: 'create', text: 1 }, 'text'],
    ['file.patch_text', { context, path, patch_format: 'ed', patch: '' }, 'patch_format'],
    ['file.remove', { context, path, expected_kind: 'file', max_entries: 0 }, 'max_entries'],
    ['file.remove', { context, path }, 'expected_kind'],
    ['shell.exec', exec({ command: { kind: 'script' } }), 'request.command.kind'],
    [
      'shell.exec',
      exec({ command: { ...argv, executable_spec: { kind: 'name', name: '' } } }),
      'request.command.executable_spec.name',
    ],
    ['shell.exec', limits({ wall_time_ms: 0 }), 'request.limits.wall_time_ms'],
    ['shell.exec', limits({ process_count: 0 }), 'request.limits.process_count'],
    ['shell.exec', exec({ cwd: '/' }), 'request.cwd'],
    ['shell.exec', exec({ environment: { set: { A: 1 } } }), 'request.environment.set.A'],
    [
      'shell.exec',
      exec({ initial_stdin: { encoding: 'base64', data: 'AAE=' } }),
      'request.initial_stdin.data',
    ],
    ['process.wait', { context, handle: 'p', condition: 'exited' }, 'condition'],
    ['process.write_stdin', stdin('AAF'), 'data.data'],
    ['process.write_stdin', { context, handle: 'p', data: { encoding: 'hex', data: '' } }, 'data.encoding'],
    ['process.signal', { context, handle: 'p', signal: 'kill' }, 'signal'],
    ['output.read', { context, reference: 'o' }, 'start_offset'],
    ['output.read', { ...read, wait_ms: -1 }, 'wait_ms'],
    ['port.inspect', port({ port: 0 }), 'target.port'],
    ['port.inspect', port({ port: 65_536 }), 'target.port'],
    ['port.inspect', port({ protocol: 'udp' }), 'target.protocol'],
    ['port.inspect', port({ address: '0.0.0.0' }), 'target.address'],
    ['port.wait', { ...port({}), desired_status: 'unknown' }, 'desired_status'],
    ['egress.update', { expected_revision: 0 }, 'expected_revision'],
    ['egress.update', { expected_revision: 1, destinations: { mode: 'none' } }, 'destinations.mode'],
    [
      'egress.update',
      { expected_revision: 1, set_secrets: [{ env: 'A', value: '' }] },
      'set_secrets.0.value',
    ],
  ])('%s refuses what is out of bounds, row %#', (method, params, field) => {
    expect(() => parseParams(method, params, '0.1')).toThrow(
      expect.objectContaining({
        errorType: 'invalid_params',
        dispatchStage: 'pre_dispatch',
        details: { field },
      }),
    );
  });

  it('never repeats a secret in what it says', () => {
    const params = { expected_revision: 1, set_secrets: [{ env: 'A', value: 'hunter2', other: 1 }] };
    expect(() => parseParams('egress.update', params, '0.1')).toThrow(/^(?!.*hunter2).*other/);
  });
});

describe('results', () => {
  const receipt = {
    operation_id: 'op-1',
    method: 'file.mkdir',
    device_id: 'd',
    session_id: 's',
    generation: 1,
    request_digest: 'a'.repeat(64),
    stage: 'completed',
    observed_at: '2026-01-31T12:00:00Z',
  };
  const stdout = {
    reference: 'o',
    producer_complete: true,
    content_complete: true,
    produced_bytes: 0,
    retained_bytes: 0,
    preview: { encoding: 'base64', data: '' },
  };
  const status = (more: object) => ({
    status: { phase: 'exited', cleanup: 'complete', ...more },
    output: { stdout, stderr: stdout },
    receipt,
  });

  it.each<[MethodName, unknown]>([
    ['shell.exec', status({ exit_code: -0x8000_0000 })],
    ['shell.exec', status({ exit_code: 0x7fff_ffff, started_at: '2026-01-31T12:00:00.000001Z' })],
    ['process.release', { released: true, receipt: { ...receipt, generation: most64 } }],
  ])('%s accepts its bounds, row %#', (method, result) => {
    expect(() => parseResult(method, result, '0.1')).not.toThrow();
  });

  it.each<[MethodName, unknown, string]>([
    ['shell.exec', status({ exit_code: 0x8000_0000 }), 'status.exit_code'],
    ['shell.exec', status({ phase: 'gone' }), 'status.phase'],
    ['shell.exec', status({ signal: 'hangup' }), 'status.signal'],
    ['shell.exec', status({ ended_at: '2026-01-31T12:00:00.10Z' }), 'status.ended_at'],
    ['process.release', { released: true, receipt: { ...receipt, generation: 0 } }, 'receipt.generation'],
    ['process.release', { released: true, receipt: { ...receipt, stage: 'done' } }, 'receipt.stage'],
    ['process.release', { released: true, receipt: { ...receipt, outcome: 'ok' } }, 'receipt.outcome'],
    ['process.close_stdin', { stdin_open: true, receipt }, 'stdin_open'],
  ])('%s refuses what is out of bounds, row %#', (method, result, field) => {
    expect(() => parseResult(method, result, '0.1')).toThrow(
      expect.objectContaining({
        errorType: 'internal_error',
        dispatchStage: 'unknown',
        details: { field },
      }),
    );
  });
});
