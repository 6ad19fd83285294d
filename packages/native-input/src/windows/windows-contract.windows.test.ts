import { afterAll, beforeAll } from 'vitest';
import { describeDesktopContract, describeTextContract } from '../testing/desktop-contract.ts';
import { startWineSession } from '../testing/windows/start-wine-session.ts';
import type { WineSession } from '../testing/windows/start-wine-session.ts';

let session: WineSession | undefined;

beforeAll(async () => {
  session = await startWineSession();
});

afterAll(async () => {
  await session?.stop();
});

const createHarness = async () => {
  if (!session) throw new Error('The session is started before the first test.');
  return session.createHarness();
};

describeDesktopContract('Windows under Wine', createHarness);
describeTextContract('Windows under Wine', createHarness);
