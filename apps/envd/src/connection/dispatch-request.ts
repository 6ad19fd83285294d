import { admitMethod, EipError, isMethodName } from '@harness-desktop/eip-protocol';
import type { EipRequest } from '@harness-desktop/eip-protocol';
import type { DeviceOperation, Operation, SessionOperation } from '../operations/define-operation.ts';
import { operations } from '../operations/registry.ts';
import type { Answer } from '../session/ledger.ts';
import { runOperation } from '../session/run-operation.ts';
import type { Session } from '../session/session.ts';
import type { ConnectionState } from './connection-state.ts';

/** One request from envelope to answer. Rejects with an `EipError` for what is refused. */
export const dispatchRequest = async (request: EipRequest, connection: ConnectionState): Promise<Answer> => {
  const version = connection.protocolVersion();
  if (version === null && request.method !== 'initialize') {
    throw new EipError('not_initialized', 'Send initialize first.');
  }
  const operation = findOperation(request, connection);
  switch (operation.scope) {
    case 'device':
      return { ok: true, result: await executeBounded(operation, request, connection) };
    case 'session_no_context':
      return { ok: true, result: await operation.execute(sessionIdOf(request), request.params, connection) };
    case 'session': {
      const session = connection.sessionOf(sessionIdOf(request));
      session.touch();
      admitToSession(operation, session);
      return runOperation(session, operation, operation.prepare(request.params, session.protocolVersion));
    }
  }
};

const executeBounded = async (
  operation: DeviceOperation,
  { params }: EipRequest,
  connection: ConnectionState,
): Promise<Record<string, unknown>> => {
  const { requests } = connection;
  if (!requests.take()) throw new EipError('busy', 'Too many requests are waiting; wait for some answers.');
  try {
    return await operation.execute(params, connection);
  } finally {
    requests.give();
  }
};

const findOperation = (request: EipRequest, { device }: ConnectionState): Operation => {
  const { method } = request;
  const operation = isMethodName(method) ? operations.get(method) : undefined;
  if (operation === undefined || !device.descriptor.available_methods.includes(method)) {
    throw new EipError('method_not_found', 'The method is not served by this device.');
  }
  admitMethod(request);
  return operation;
};

const admitToSession = (operation: SessionOperation, session: Session): void => {
  if (!session.descriptor.available_methods.includes(operation.method)) {
    throw new EipError('method_not_found', 'The method is not served in this session.');
  }
  if (session.isReady() || operation.admittedBeforeReadiness) return;
  throw new EipError('not_initialized', 'The session is not ready; send environment.readiness first.', {
    retryHint: 'after_refresh',
  });
};

/** `admitMethod` has seen to it that session methods carry one. */
const sessionIdOf = ({ eip_session: sessionId }: EipRequest): string => {
  if (sessionId === undefined) throw new EipError('invalid_request', 'eip_session is missing.');
  return sessionId;
};
