import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Transcript } from '../../shared/threads.ts';
import {
  emptyTranscript,
  exampleCall,
  exampleMessage,
  exampleRun,
  exampleTranscript,
  observeCall,
} from '../../shared/testing/example-transcript.ts';
import { bind, clickAt, operatorOf } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { exportDocument } from './export-document.ts';
import { fileName } from './export-routes.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const now = new Date('2030-01-01T01:00:00.000Z');
const attachment = {
  attachment_id: 'att-1',
  sha256: 'a'.repeat(64),
  mime_type: 'image/png',
  width: 1280,
  height: 800,
  size_bytes: 3,
  expires_at: '2030-01-02T00:00:00Z',
};

async function exported(changes: Partial<Transcript>): Promise<string> {
  const pieces: string[] = [];
  const loadImage = () => Promise.resolve({ mimeType: 'image/png', bytes: Buffer.from('png') });
  for await (const piece of exportDocument(exampleTranscript(changes), { now, loadImage }))
    pieces.push(piece);
  return pieces.join('');
}
const answer = (text: string) => exported({ messages: [{ ...exampleMessage, text }] });

describe('an exported conversation', () => {
  it('runs nothing and fetches nothing, whatever a device, a person or a model wrote', async () => {
    const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
    const text = await exported({
      thread: { ...emptyTranscript.thread, title: hostile },
      runs: [{ ...exampleRun, agent_name: hostile, reason: hostile }],
      messages: (['user', 'assistant', 'reasoning', 'notice'] as const).map((role, index) => ({
        ...exampleMessage,
        message_id: `m${String(index)}`,
        role,
        text: `${hostile} ![x](https://evil.example/x.png) [y](javascript:alert(1)) <a href="data:text/html,x">z</a>`,
      })),
      calls: [
        {
          ...exampleCall,
          alias: hostile,
          call: { tool: 'computer_type_text', arguments: { text: hostile } },
          state: 'finished',
          result: {
            kind: 'error',
            ok: false,
            code: 'x',
            message: hostile,
            dispatch_stage: hostile,
            retry_hint: hostile,
          },
        },
      ],
    });
    expect(text).not.toMatch(/<script|<img|href="(javascript|data):/i);
    expect(text).toContain(
      `content="default-src &#39;none&#39;; img-src data:; style-src &#39;unsafe-inline&#39;`,
    );
    expect(text).toContain('<a rel="noopener noreferrer" href="https://evil.example/x.png">x</a>');
  });

  it('shows Markdown of the model, with footnotes of its own for each message', async () => {
    const text = await answer('# Done\n\n| a | b |\n| - | - |\n| 1 | **2** |\n\nSee[^1].\n\n[^1]: A note.');
    expect(text).toContain('<h1>Done</h1>');
    expect(text).toContain('<td><strong>2</strong></td>');
    expect(text).toContain('id="m1-fn-1"');
  });

  it('draws each action on the screenshot that it pointed at, and leads from one to the other', async () => {
    const text = await exported({
      calls: [
        observeCall(1, { attachment }),
        { ...exampleCall, call_id: 'c2', position: 2, call: clickAt('obs-00000001') },
        { ...exampleCall, call_id: 'c3', position: 3, call: clickAt('obs-0000dead') },
      ],
    });
    expect(text).toMatch(/src="data:image\/png;base64,cG5n" \/>\s*<svg viewBox="0 0 1280 800"/);
    expect(text.match(/<circle/g)).toHaveLength(4);
    expect(text).toContain('marked: <a href="#call-2">#2</a>');
    expect(text).toContain('on the screenshot of <a href="#call-1">#1</a>');
    expect(text).toContain('on a screenshot that is not in this conversation');
  });

  it('embeds nothing that a browser might run instead of showing', async () => {
    const loadImage = () => Promise.resolve({ mimeType: 'image/svg+xml', bytes: Buffer.from('<svg/>') });
    const transcript = exampleTranscript({ calls: [observeCall(1, { attachment })] });
    for await (const piece of exportDocument(transcript, { now, loadImage }))
      expect(piece).not.toContain('data:image/svg');
  });

  it('tells the state of a run, its approvals and what is cut off', async () => {
    const text = await exported({
      runs: [
        {
          ...exampleRun,
          approval: 'each_input',
          state: 'stopped',
          reason: 'Stopped by you.',
          ended_at: '2030-01-01T00:02:00Z',
        },
      ],
      messages: [{ ...exampleMessage, state: 'cut' }],
      calls: [exampleCall],
      approvals: [
        {
          approval_id: 'a1',
          run_id: 'r1',
          thread_id: 't1',
          call_id: 'c1',
          kind: 'each_input',
          purpose: null,
          state: 'denied',
          same_desktop: false,
          created_at: '2030-01-01T00:00:10Z',
          expires_at: '2030-01-01T00:05:10Z',
          decided_at: '2030-01-01T00:00:20Z',
        },
      ],
    });
    expect(text).toContain('Stopped by you.');
    expect(text).toContain('Cut off here.');
    expect(text).toMatch(
      /Denied by the person for this input · <time datetime="2030-01-01T00:00:20Z">2030-01-01 00:00:20 UTC/,
    );
  });

  it('holds one image at a time and stops when nobody takes the rest', async () => {
    const calls = Array.from({ length: 2000 }, (_, index) => ({
      ...observeCall(index + 1, { attachment: { ...attachment, attachment_id: `att-${String(index)}` } }),
      call_id: `c${String(index)}`,
    }));
    let loaded = 0;
    let open = 0;
    const loadImage = async () => {
      loaded += 1;
      open += 1;
      expect(open).toBe(1);
      await Promise.resolve();
      open -= 1;
      return { mimeType: 'image/png', bytes: Buffer.alloc(1000) };
    };
    let pieces = 0;
    for await (const piece of exportDocument(exampleTranscript({ calls }), { now, loadImage })) {
      expect(piece.length).toBeLessThan(12_000);
      pieces += 1;
      if (pieces === 10) break;
    }
    expect(loaded).toBe(8);
  });

  it.each([
    ['Fix the build', 'conversation-fix-the-build-2030-01-01.html'],
    ['../../etc/passwd"; x="\r\nSet-Cookie: a', 'conversation-etc-passwd-x-set-cookie-a-2030-01-01.html'],
    ['Überweisung', 'conversation-u-berweisung-2030-01-01.html'],
    ['你好', 'conversation-2030-01-01.html'],
    ['x'.repeat(500), `conversation-${'x'.repeat(60)}-2030-01-01.html`],
  ])('is called so that every file system takes it: %j', (title, name) => {
    expect(fileName(title, now)).toBe(name);
  });
});

describe('GET /api/threads/{id}/export', () => {
  let server: TestServer;
  beforeEach(async () => void (server = await startTestServer()));
  afterEach(() => server.close());

  it('is a file with the images of the conversation, until they expire', async () => {
    const device = await server.pairDevice();
    device.daemon.mimeType = 'image/png';
    const { threadId, call, observe, end } = await operatorOf(server).operate(bind(device));
    await call(clickAt((await observe()).observation_id));
    await end('finish');
    const answer = await server.request('GET', `/api/threads/${threadId}/export`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': 'attachment; filename="conversation-new-conversation-2026-05-04.html"',
      'cache-control': 'no-store',
    });
    const data = Buffer.from(device.daemon.image).toString('base64');
    expect(answer.bytes.toString('utf8')).toContain(`src="data:image/png;base64,${data}"`);
    expect(answer.bytes.toString('utf8').endsWith('</html>\n')).toBe(true);

    server.clock.advance(25 * 60 * 60_000);
    const later = await server.request('GET', `/api/threads/${threadId}/export`);
    expect(later.bytes.toString('utf8')).toContain('The image has expired and is no longer kept.');
  });

  it('is a problem for a conversation that does not exist', async () => {
    const answer = await server.request('GET', '/api/threads/thread-none/export');
    expect([answer.status, answer.json]).toMatchObject([404, { code: 'not_found' }]);
  });
});
