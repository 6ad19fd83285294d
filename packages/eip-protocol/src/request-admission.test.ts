import { describe, expect, it } from 'vitest';

import { methodNames, operationTable, type OperationScope, type ReplayPolicy } from './operation-table.ts';
import { admitMethod } from './request-admission.ts';

function request(method: string, session?: string) {
  return {
    jsonrpc: '2.0' as const,
    id: 1,
    method,
    params: {},
    ...(session === undefined ? {} : { eip_session: session }),
  };
}

const published: [OperationScope, ReplayPolicy, string[]][] = [
  ['device', 'ledger_external', ['initialize', 'device.describe', 'directory.list', 'session.open']],
  [
    'session_no_context',
    'ledger_external',
    ['session.attach', 'session.keepalive', 'session.close', 'egress.update'],
  ],
  [
    'session',
    'active_only',
    [
      ...['environment.readiness', 'environment.describe', 'operation.cancel', 'receipt.get'],
      ...['computer.describe', 'computer.observe', 'computer.close_observation'],
      ...['file.stat', 'file.read_text', 'file.list', 'file.find', 'file.search'],
      ...['file.open_reader', 'file.close_reader', 'file.open_writer', 'file.abort_writer'],
      ...['process.inspect', 'process.wait', 'output.read', 'port.inspect', 'port.wait'],
    ],
  ],
  [
    'session',
    'terminal_evidence',
    [
      ...['computer.click', 'computer.move', 'computer.drag', 'computer.scroll', 'computer.type_text'],
      ...['computer.press_keys', 'file.commit_writer', 'file.write_text', 'file.mkdir', 'file.patch_text'],
      ...['file.copy', 'file.move', 'file.remove', 'shell.exec', 'process.start', 'process.write_stdin'],
      ...['process.close_stdin', 'process.signal', 'process.kill', 'process.release', 'output.release'],
    ],
  ],
];
const rows = published.flatMap(([scope, replay, methods]) =>
  methods.map((method) => [method, scope, replay] as const),
);

describe('admitMethod', () => {
  it('knows exactly the 50 published methods', () => {
    expect(methodNames).toHaveLength(50);
    expect([...methodNames].sort()).toStrictEqual(rows.map(([method]) => method).sort());
  });

  it.each(rows)('knows the scope and the replay policy of %s', (method, scope, replay) => {
    expect(operationTable).toHaveProperty([method, 'scope'], scope);
    expect(operationTable).toHaveProperty([method, 'replay'], replay);
  });

  it.each(['toString', '__proto__', 'Initialize', 'computer.windows', ''])(
    'answers method_not_found to %s',
    (method) => {
      expect(() => admitMethod(request(method, 's'))).toThrow(
        expect.objectContaining({ errorType: 'method_not_found' }),
      );
    },
  );

  it.each(rows)('wants eip_session exactly where the scope of %s says', (method, scope) => {
    const onDevice = scope === 'device';
    const refused = {
      errorType: 'invalid_request',
      details: { field: 'eip_session' },
    };
    expect(admitMethod(onDevice ? request(method) : request(method, 's'))).toBe(method);
    expect(() => admitMethod(onDevice ? request(method, 's') : request(method))).toThrow(
      expect.objectContaining(refused),
    );
  });
});
