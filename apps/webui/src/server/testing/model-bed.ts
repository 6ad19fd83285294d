import { modelUserOf, saveModel } from './model-user.ts';
import { ScriptedModel } from './scripted-model.ts';
import type { TestDevice } from './test-device.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** A server with a scripted model and a paired desktop, and the person who asks the one to work on the other. */
export type ModelBed = {
  readonly server: TestServer;
  readonly model: ScriptedModel;
  readonly device: TestDevice;
  readonly user: ReturnType<typeof modelUserOf>;
  close(): Promise<void>;
};

export async function startModelBed(): Promise<ModelBed> {
  const server = await startTestServer();
  const model = await ScriptedModel.start();
  await saveModel(server, model);
  return {
    server,
    model,
    device: await server.pairDevice(),
    user: modelUserOf(server),
    async close() {
      await server.close();
      await model.close();
    },
  };
}
