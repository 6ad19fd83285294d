// #region test-double
import { EipError } from '@harness-desktop/eip-client';
import { connectScriptedSession, ScriptedDesktop } from '@harness-desktop/eip-client/testing';
import assert from 'node:assert/strict';

export async function clicksAgainWhenTheLayoutChanged(): Promise<void> {
  const { daemon, session } = await connectScriptedSession();
  const desktop = new ScriptedDesktop(daemon);
  daemon.failNext('computer.click', new EipError('conflict', 'The layout changed.'));

  const { observation } = await session.observeComputer();
  const click = {
    observationId: observation.observation_id,
    point: { x: 1, y: 2 },
    button: 'left',
  } as const;
  await session.click(click).catch(() => undefined);
  const held = desktop.holdNext('computer.click');
  const clicking = session.click(click);
  await held.begun;
  held.finish('partial');

  assert.equal((await clicking).effect, 'partial');
  assert.equal(desktop.inputs.length, 2);
}
// #endregion
