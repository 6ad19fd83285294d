import { canonicalRequest } from '../../canonical-digest.ts';
import { encodeDataFrame, type DataFrame } from '../../data-frame.ts';
import { encodeUtf8 } from '../../utf8.ts';
import { exampleClick, exampleDevice, exampleIds, exampleSession } from './example-values.ts';
import { createExchanges, messageBlock, type Exchange, type Message } from './exchange.ts';
import { hexOf, type Sha256 } from './hex.ts';

/** From `initialize` to `session.close`. */
export function exampleConversation(sha256: Sha256): string {
  return parts(sha256)
    .map(({ title, messages }) => `${title}\n\n${messageBlock(messages)}`)
    .join('\n\n');
}

/** Every control message of it, for whoever checks them in another way. */
export function exampleMessages(sha256: Sha256): string[] {
  return parts(sha256)
    .flatMap(({ messages }) => messages)
    .map(({ text }) => text)
    .filter((text) => text.startsWith('{'));
}

function parts(sha256: Sha256): { title: string; messages: Message[] }[] {
  const image = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0x4a, 0x46, 0x49, 0x46);
  const exchange = createExchanges('0.1');
  return [
    { title: 'The Host introduces itself, and the daemon says what it is.', messages: exchange(initialize) },
    { title: 'A session for the desktop.', messages: exchange(open) },
    { title: 'Nothing else of the session works before this.', messages: exchange(readiness) },
    { title: 'A screenshot.', messages: exchange(observe(image.length)) },
    {
      title:
        'Its bytes, in data frames (hex; this image has only 8 bytes): ATTACH, ATTACHED, CHUNK, CREDIT, END.',
      messages: transfer(image),
    },
    { title: 'The reader is closed, and the digests compared.', messages: exchange(close(image, sha256)) },
    { title: 'A click on what was seen there.', messages: exchange(clickOn(sha256)) },
    { title: 'The end.', messages: exchange(closeSession) },
  ];
}

/** After the loss of a click's answer: attach, look at the receipt, repeat the identical request. */
export function recoveryExample(sha256: Sha256): string {
  const exchange = createExchanges('0.1', 2);
  const click = clickOn(sha256);
  const receipt: Exchange<'receipt.get'> = {
    method: 'receipt.get',
    params: { context: { operation_id: 'op-5' }, operation_id: exampleClick.context.operation_id },
    result: { receipt: click.result.receipt },
  };
  return messageBlock([...exchange(receipt), ...exchange(click)]);
}

/** An observation of a part of an earlier image. */
export function zoomExample(): string {
  const { result } = observe(1);
  const zoom: Exchange<'computer.observe'> = {
    method: 'computer.observe',
    params: {
      context: { operation_id: 'op-6' },
      observation_id: exampleIds.observation,
      region: { x: 0, y: 0, width: 320, height: 180 },
      format: 'png',
    },
    result: {
      observation: {
        ...result.observation,
        observation_id: 'observation-c05e',
        mime_type: 'image/png',
        captured_at: '2026-01-31T12:00:05.117Z',
        pointer: { x: 12, y: 640 },
      },
      reader: 'screen-1d88',
      size_bytes: 184_320,
      expires_at: '2026-01-31T12:02:05.117Z',
    },
  };
  return messageBlock(createExchanges('0.100', 9)(zoom));
}

const initialize: Exchange<'initialize'> = {
  method: 'initialize',
  params: { supported_protocol_versions: ['0.1'], client: { name: 'example-host', version: '1.0.0' } },
  result: {
    protocol_version: '0.1',
    server: { name: 'a13n-envd', version: '0.1.0' },
    descriptor: exampleDevice,
  },
};

const open: Exchange<'session.open'> = {
  method: 'session.open',
  params: {
    expected_device_id: exampleIds.device,
    expected_generation: 3,
    protocol_version: '0.1',
    required_methods: ['computer.observe', 'computer.click'],
  },
  result: { descriptor: exampleSession },
};

const readiness: Exchange<'environment.readiness'> = {
  method: 'environment.readiness',
  params: { context: { operation_id: 'op-1' } },
  result: { ready: true, device_id: exampleIds.device, generation: 3, session_id: exampleIds.session },
};

const observe = (sizeBytes: number): Exchange<'computer.observe'> => ({
  method: 'computer.observe',
  params: { context: { operation_id: 'op-2', timeout_ms: 10_000 } },
  result: {
    observation: {
      observation_id: exampleIds.observation,
      target_id: 'display-0-65',
      width: 1280,
      height: 720,
      mime_type: 'image/jpeg',
      captured_at: '2026-01-31T12:00:00.250Z',
    },
    reader: exampleIds.reader,
    size_bytes: sizeBytes,
    expires_at: '2026-01-31T12:02:00.250Z',
  },
});

const close = (image: Uint8Array, sha256: Sha256): Exchange<'computer.close_observation'> => ({
  method: 'computer.close_observation',
  params: { context: { operation_id: 'op-3' }, reader: exampleIds.reader },
  result: {
    completion: { produced_bytes: image.length, digest: { algorithm: 'sha256', value: sha256(image) } },
  },
});

const clickOn = (sha256: Sha256): Exchange<'computer.click'> => {
  const method = 'computer.click';
  const canonical = canonicalRequest({ protocolVersion: '0.1', method, params: exampleClick });
  const receipt = {
    operation_id: exampleClick.context.operation_id,
    method,
    device_id: exampleIds.device,
    session_id: exampleIds.session,
    generation: 3,
    request_digest: sha256(encodeUtf8(canonical)),
    stage: 'completed',
    outcome: 'succeeded',
    observed_at: '2026-01-31T12:00:03.041Z',
  } as const;
  return {
    method,
    params: exampleClick,
    result: { receipt, effect: 'executed', input_cleanup_complete: true },
  };
};

const closeSession: Exchange<'session.close'> = {
  method: 'session.close',
  params: {},
  result: { closed: true },
};

function transfer(image: Uint8Array): Message[] {
  const { session: sessionId, reader: handle } = exampleIds;
  const frame = (kind: DataFrame['kind'], offset: number, payload: Uint8Array = new Uint8Array()): string =>
    hexOf(encodeDataFrame({ kind, sessionId, handle, offset, payload, resetStatus: null }));
  return [
    { from: '→', text: frame('attach', 0) },
    { from: '←', text: frame('attached', 0) },
    { from: '←', text: frame('chunk', 0, image) },
    { from: '→', text: frame('credit', image.length) },
    { from: '←', text: frame('end', image.length) },
  ];
}
