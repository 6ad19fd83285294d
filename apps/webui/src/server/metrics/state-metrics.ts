import { Gauge, type Registry } from 'prom-client';
import type { AppContext } from '../app-context.ts';
import { createMetricsRepository } from './metrics-repository.ts';

type StateContext = Pick<AppContext, 'clock' | 'database' | 'devices' | 'hub'>;

const agents = ['operator', 'model'] as const;
const openStates = ['queued', 'running', 'waiting'] as const;

/** What is so at the moment of the scrape. */
export function addStateMetrics(registry: Registry, context: StateContext): void {
  const { clock, database, devices, hub } = context;
  const registers = [registry];
  const repository = createMetricsRepository(database);
  const known = new Gauge({
    name: 'harness_devices',
    help: 'Paired devices by the state of their connection.',
    labelNames: ['status'] as const,
    registers,
    async collect() {
      const counts = { connected: 0, connecting: 0, offline: 0, revoked: 0 };
      for (const { device_id, revoked } of await devices.list()) {
        counts[revoked ? 'revoked' : hub.connectionState(device_id)] += 1;
      }
      for (const [status, count] of Object.entries(counts)) known.set({ status }, count);
    },
  });
  const pairings = new Gauge({
    name: 'harness_pairings_pending',
    help: 'Devices that wait for the owner.',
    registers,
    async collect() {
      pairings.set(await repository.pendingPairings(clock.now()));
    },
  });
  const runs = new Gauge({
    name: 'harness_runs_open',
    help: 'Runs that have not ended.',
    labelNames: ['agent', 'state'] as const,
    registers,
    async collect() {
      for (const agent of agents) for (const state of openStates) runs.set({ agent, state }, 0);
      for (const { agent, state, count } of await repository.openRuns()) runs.set({ agent, state }, count);
    },
  });
  const bytes = new Gauge({
    name: 'harness_attachment_bytes',
    help: 'Stored images.',
    registers,
    async collect() {
      bytes.set(await repository.attachmentBytes());
    },
  });
}
