import { encodeUtf8 } from '../../utf8.ts';
import { codeBlock } from '../markdown.ts';
import { prettyJson } from '../pretty-json.ts';
import { exampleDevice } from './example-values.ts';
import type { Sha256 } from './hex.ts';

const credential = '0123456789abcdef'.repeat(4);
const name = exampleDevice.display_name;

/** The request of a daemon and the two answers, with everything that follows from its credential. */
export function pairingExchange(sha256: Sha256): string {
  const hash = sha256(encodeUtf8(credential));
  const code = hash.slice(24, 32).toUpperCase();
  const resource = `device-${hash.slice(0, 24)}`;
  const request = [
    'POST /api/envd/pair HTTP/1.1',
    'Host: ui.example',
    `Authorization: Bearer ${credential}`,
    'Content-Type: application/json',
    'Accept: application/json',
    '',
    prettyJson({ device_id: exampleDevice.device_id, name }),
  ];
  const pending = {
    status: 'pending',
    challenge: {
      device_id: exampleDevice.device_id,
      name,
      pairing_id: `pair-${hash.slice(0, 24)}`,
      verification_code: `${code.slice(0, 4)}-${code.slice(4)}`,
      expires_at: '2026-01-31T12:10:00Z',
    },
    approval_url: 'https://ui.example/settings/environments',
    poll_after_seconds: 2,
  };
  const approved = {
    status: 'approved',
    resource_id: resource,
    websocket_url: `wss://ui.example/api/devices/${resource}/connect`,
  };
  return [
    codeBlock('http', request.join('\n')),
    'While nobody has decided (status 200; a daemon takes 202 too):',
    codeBlock('json', prettyJson(pending)),
    'Once the owner has approved:',
    codeBlock('json', prettyJson(approved)),
    `Here \`d\` is \`${hash}\`.`,
  ].join('\n\n');
}
