// Loaded into a program before its own code: tells the benchmark how long the event loop was held.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const path = process.env['BENCH_LOOP_GAUGE'];
const tickMs = 2;

if (isMainThread && path !== undefined) start(path);

/** @param {string} socketPath */
function start(socketPath) {
  const delays = monitorEventLoopDelay({ resolution: tickMs });
  delays.enable();
  let longestBlockMs = 0;
  let last = { atMs: performance.now(), waitedMs: waitedForCpuMs() };
  // What the kernel gave to other processes meanwhile is no block of this program's making.
  setInterval(() => {
    const now = { atMs: performance.now(), waitedMs: waitedForCpuMs() };
    const heldMs = now.atMs - last.atMs - tickMs - (now.waitedMs - last.waitedMs);
    longestBlockMs = Math.max(longestBlockMs, heldMs);
    last = now;
  }, tickMs).unref();

  const socket = connect(socketPath);
  socket.on('error', () => undefined).unref();
  socket.on('data', () => {
    const delayMs = delays.max / 1e6 - tickMs;
    const report = { blockMs: longestBlockMs, delayMs, rss: process.memoryUsage().rss };
    socket.write(`${JSON.stringify(report)}\n`);
    longestBlockMs = 0;
    delays.reset();
  });
}

/** How long the main thread was ready to run while another had the processor. */
function waitedForCpuMs() {
  const [, waitedNs] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
  return Number(waitedNs) / 1e6;
}
