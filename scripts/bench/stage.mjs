import { startDesktop } from '../desktop/start-desktop.mjs';
import { startProgram } from './program.mjs';

/**
 * A display of its own that changes on demand, for one group.
 *
 * @param {{ size: string, signal: AbortSignal, scope: import('../processes/scope.mjs').Scope }} options
 */
export async function openStage({ size, signal, scope }) {
  const { environment } = await startDesktop({ size, windowManager: false, scope, signal });
  /** @param {string} name */
  const start = async (name) => {
    const program = await startProgram(name, { environment, signal, scope });
    await program.call('open');
    return program;
  };
  const painter = await start('painter');
  return { environment, start, paint: () => painter.call('paint') };
}
