import { EipError } from '../../eip-error.ts';
import { encodeMessage } from '../../envelope.ts';
import { errorTable } from '../../error-table.ts';
import { keyNames } from '../../key-names.ts';
import { safeDetails, type SafeDetail } from '../../operations/computer.ts';
import { encodeStdioMessage } from '../../stdio-framing.ts';
import { decodeUtf8, utf8ByteLength } from '../../utf8.ts';
import type { ProtocolSchema } from '../json-schema/protocol-schema.ts';
import { code, codeBlock, markdownTable } from '../markdown.ts';
import { memberTable } from '../method-chapter.ts';
import { memberRows } from '../member-rows.ts';
import { prettyJson } from '../pretty-json.ts';
import { exampleClick, exampleIds } from './example-values.ts';

const head = { jsonrpc: '2.0', id: 7, eip_session: exampleIds.session } as const;
const request = { ...head, method: 'computer.click', params: exampleClick };
const staleReference = new EipError(
  'conflict',
  'This observation is unknown or has expired; observe again.',
  {
    retryHint: 'after_refresh',
    details: { field: 'observation_id', operation_id: exampleClick.context.operation_id },
  },
);
const failure = { ...head, error: staleReference.toWire() };
const success = { ...head, id: 6, result: { alive: true } };
const keepalive = { ...head, id: 6, method: 'session.keepalive', params: {} };

export function envelopeExample(): string {
  return codeBlock(
    'json',
    [keepalive, success, request, failure].map((message) => prettyJson(message)).join('\n\n'),
  );
}

export function errorExample(): string {
  return codeBlock('json', prettyJson(staleReference.toWire()));
}

/** What `data` may hold beside the three members that it always has. */
export function errorDetails({ $defs }: ProtocolSchema): string {
  const always = ['data.error_type', 'data.retry_hint', 'data.dispatch_stage'];
  const rows = memberRows($defs['EipError'] ?? {}).filter(
    ({ name }) => name.startsWith('data.') && !always.includes(name),
  );
  return memberTable(rows.map((row) => ({ ...row, name: row.name.slice('data.'.length) })));
}

export function errorTableText(): string {
  return markdownTable(
    ['error_type', 'code', 'usual hint', 'when'],
    Object.entries(errorTable).map(([type, { code: number, retryHint }]) => [
      code(type),
      String(number),
      code(retryHint),
      errorNotes[type] ?? '',
    ]),
  );
}

const errorNotes: Readonly<Record<string, string>> = {
  parse_error: 'the text is not [acceptable JSON](#acceptable-json)',
  invalid_request: 'no envelope, or `eip_session` where it must not be or missing where it must be',
  method_not_found: 'unknown, or not served by this device or session',
  invalid_params: 'params do not fit their schema, or a value is out of bounds; `field` names it',
  internal_error: 'a fault of the daemon; its log says more',
  not_initialized: '`initialize` has not happened, or the session is not ready',
  already_initialized: 'a second `initialize` on one connection',
  protocol_incompatible: 'no common version, or a session of another version',
  denied: 'the device does not allow it',
  not_found_or_denied: 'no such device, session, operation, folder or file, or none that may be seen',
  unsupported: 'understood, and this device cannot do it',
  stale_generation: 'the device has lived on; `generation` tells the current one',
  invalid_handle: 'no open transfer, process or output of this session has that handle',
  busy: 'too many at once, or the ledger is full of running operations',
  quota_exceeded: 'more bytes or objects than the limits allow',
  output_limit_exceeded: 'the output, or the answer itself, is too long',
  timeout: 'the time of the operation was over before it could end',
  cancelled: 'it was cancelled, or its connection ended, before it had an effect',
  unknown_outcome: 'it may have happened; nobody can say',
  operation_in_progress: 'the operation of that id still runs',
  provider_unavailable: 'the desktop, or whatever does the work, is not there',
  execution_isolation_failed: 'the confinement that was asked for could not be set up',
  cleanup_failed: 'it ended, and something of it is left',
  command_start_failed: 'the program could not be started',
  conflict: 'a state that does not allow it: a used operation id, a stale reference, held input',
  integrity_mismatch: 'bytes are not those that were announced',
};

const safeDetailNotes: Readonly<Record<SafeDetail, string>> = {
  computer_windows_desktop_unavailable: 'Windows: no signed-in, unlocked, interactive desktop',
  computer_input_held: 'somebody holds a button or key down that the input needs',
  computer_scroll_steps_required: 'this desktop scrolls in steps; give `unit: "steps"`',
};

export function safeDetailTable(): string {
  return markdownTable(
    ['value', 'means'],
    safeDetails.map((detail) => [code(detail), safeDetailNotes[detail]]),
  );
}

export function keyNameList(): string {
  return keyNames.map(code).join(' ');
}

const initializeText = encodeMessage({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { supported_protocol_versions: ['0.1'], client: { name: 'example-host', version: '1.0.0' } },
});

/** Line ends are shown, as they are what people get wrong. */
export function stdioExample(): string {
  const framed = decodeUtf8(encodeStdioMessage({ kind: 'text', text: initializeText }));
  const bytes = 24 + 'session-1'.length + 'reader-1'.length;
  const frame = [
    `Content-Length: ${bytes}\\r\\n`,
    'Content-Type: application/vnd.a13n.eip-data\\r\\n',
    '\\r\\n',
    `(${bytes} bytes of a data frame)`,
  ];
  return codeBlock('text', `${framed.replaceAll('\r\n', '\\r\\n\n')}\n\n${frame.join('\n')}`);
}

export function httpExample(): string {
  return codeBlock(
    'http',
    [
      'POST /eip/control HTTP/1.1',
      'Host: 127.0.0.1:41800',
      'Authorization: Bearer …',
      'Content-Type: application/json',
      `Content-Length: ${utf8ByteLength(initializeText)}`,
      '',
      initializeText,
    ].join('\n'),
  );
}
