import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openEvents } from '../testing/event-reader.ts';
import { bind, clickAt, operatorOf } from '../testing/operator.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

let server: TestServer;

beforeEach(async () => void (server = await startTestServer()));
afterEach(() => server.close());

async function metrics(): Promise<string[]> {
  const answer = await server.request('GET', '/metrics');
  expect([answer.status, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  return answer.bytes.toString('utf8').split('\n');
}

const settled = (...lines: string[]) =>
  vi.waitFor(async () => expect(await metrics()).toEqual(expect.arrayContaining(lines)), 5000);

describe('GET /metrics', () => {
  it('counts what a run did', async () => {
    const device = await server.pairDevice();
    const { threadId, call, observe, end } = await operatorOf(server).operate(bind(device));
    await settled('harness_runs_started_total{agent="operator"} 1');
    await settled(
      'harness_runs_open{agent="operator",state="waiting"} 1',
      'harness_runs_open{agent="model",state="queued"} 0',
    );
    const seen = await observe();
    await call(clickAt(seen.observation_id));
    await call(clickAt('obs-00000000'));
    await end('finish');
    await settled(
      'harness_runs_ended_total{agent="operator",state="succeeded",ended_by="person"} 1',
      'harness_runs_open{agent="operator",state="waiting"} 0',
      'harness_tool_calls_total{tool="computer_observe",effect="read"} 1',
      'harness_tool_calls_total{tool="computer_click",effect="executed"} 1',
      'harness_tool_calls_total{tool="computer_click",effect="not_executed"} 1',
      'harness_tool_errors_total{code="conflict"} 1',
      'harness_tool_call_duration_seconds_count{tool="computer_click"} 2',
      `harness_attachment_bytes ${String(device.daemon.image.byteLength)}`,
      'harness_devices{status="connected"} 1',
      'harness_http_requests_total{method="POST",route="/api/threads/:thread_id/runs/:run_id/calls",status="200"} 3',
    );
    expect((await metrics()).join('\n')).not.toContain(threadId);
  });

  it('counts who listens, who waits and who is connected', async () => {
    const device = await server.pairDevice();
    const events = await openEvents(server);
    const headers = { authorization: `Bearer ${randomBytes(32).toString('hex')}` };
    const body = { device_id: 'daemon-new', name: 'Evil{name="x"}' };
    await server.send({ method: 'POST', url: '/api/envd/pair', body, headers });
    await settled(
      'harness_event_listeners 1',
      'harness_pairings_pending 1',
      'harness_devices{status="connected"} 1',
    );
    expect((await metrics()).join('\n')).not.toContain('Evil');
    events.close();
    await device.disconnect();
    await settled('harness_event_listeners 0', 'harness_devices{status="offline"} 1');
  });

  it('never makes a label of what a visitor asks for', async () => {
    await server.request('GET', '/api/no/such/thing');
    await settled('harness_http_requests_total{method="GET",route="none",status="404"} 1');
  });

  it('says how the process does', async () => {
    const lines = await metrics();
    for (const name of [
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'nodejs_eventloop_lag_p99_seconds',
    ]) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${name} [0-9.e-]+$`)));
    }
  });

  it('answers nobody who is not signed in', async () => {
    const answer = await server.send({ method: 'GET', url: '/metrics', headers: { cookie: '' } });
    expect([answer.status, answer.json]).toMatchObject([401, { code: 'not_signed_in' }]);
  });
});
