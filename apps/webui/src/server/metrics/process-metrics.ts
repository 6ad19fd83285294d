import { readdir } from 'node:fs/promises';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

const nanosecondsPerSecond = 1e9;
const microsecondsPerSecond = 1e6;

/** What a supervisor asks of any Node process, by the usual names. The result ends its measuring; idempotent. */
export function addProcessMetrics(registry: Registry): () => void {
  const registers = [registry];
  const delay = monitorEventLoopDelay();
  delay.enable();
  const cpu = new Counter({
    name: 'process_cpu_seconds_total',
    help: 'User and system CPU time.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      cpu.reset();
      cpu.inc((user + system) / microsecondsPerSecond);
    },
  });
  gauge('process_start_time_seconds', 'Since the epoch.', () => Date.now() / 1000 - process.uptime());
  gauge('process_resident_memory_bytes', 'Resident memory.', () => process.memoryUsage.rss());
  gauge('nodejs_heap_size_used_bytes', 'Used heap.', () => process.memoryUsage().heapUsed);
  gauge('nodejs_external_memory_bytes', 'Buffers outside of the heap.', () => process.memoryUsage().external);
  gauge('process_open_fds', 'Open file descriptors; 0 where the system does not tell.', openFiles);
  gauge('nodejs_eventloop_lag_p99_seconds', '99th percentile since the last scrape.', () => {
    const lag = delay.percentile(99) / nanosecondsPerSecond;
    delay.reset();
    return Number.isFinite(lag) ? lag : 0;
  });
  return () => void delay.disable();

  function gauge(name: string, help: string, read: () => number | Promise<number>): void {
    const made = new Gauge({
      name,
      help,
      registers,
      async collect() {
        made.set(await read());
      },
    });
  }
}

async function openFiles(): Promise<number> {
  const files = await readdir('/proc/self/fd').catch(() => []);
  return files.length;
}
