import * as z from 'zod';
import {
  modelCreateSchema,
  modelListSchema,
  modelPatchSchema,
  modelSchema,
  modelTestSchema,
} from '../../../shared/models.ts';
import type { HttpApp } from '../../http/http-app.ts';
import { createModelRepository } from '../model-repository.ts';
import { changeModel, createModel, modelView, removeModel, type ModelContext } from './model-settings.ts';
import { testModel } from './test-model.ts';
import { untilClientLeaves } from './until-client-leaves.ts';

const params = z.strictObject({ model_id: z.string() });
const path = '/api/settings/models/:model_id';

export function registerModelRoutes(app: HttpApp, context: ModelContext): void {
  const models = createModelRepository(context.database);
  app.get(
    '/api/settings/models',
    { schema: { summary: 'List models', response: { 200: modelListSchema } } },
    async () => ({ models: (await models.list()).map(modelView) }),
  );
  app.post(
    '/api/settings/models',
    {
      config: { problems: ['conflict', 'model_key_unreadable'] },
      schema: { summary: 'Add a model', body: modelCreateSchema, response: { 201: modelSchema } },
    },
    async (request, reply) => {
      const model = await createModel(request.body, context);
      const detail = `“${model.name}”: ${model.provider} ${model.provider_model}.`;
      await context.audit.record({ request, action: 'model.created', subject: model.model_id, detail });
      return reply.code(201).send(model);
    },
  );
  registerOneModelRoutes(app, context);
  registerTestRoute(app, context);
}

function registerOneModelRoutes(app: HttpApp, context: ModelContext): void {
  app.patch(
    path,
    {
      config: { problems: ['conflict', 'model_key_unreadable'] },
      schema: { summary: 'Change a model', params, body: modelPatchSchema, response: { 200: modelSchema } },
    },
    async (request) => {
      const model = await changeModel(request.params.model_id, request.body, context);
      const detail = `“${model.name}”: ${Object.keys(request.body).join(', ')}.`;
      await context.audit.record({ request, action: 'model.changed', subject: model.model_id, detail });
      return model;
    },
  );
  app.delete(
    path,
    {
      config: { problems: ['model_in_use'], answers: { 204: { description: 'Deleted, with its key.' } } },
      schema: { summary: 'Delete a model', params },
    },
    async (request, reply) => {
      const { model_id: subject, name } = await removeModel(request.params.model_id, context);
      await context.audit.record({ request, action: 'model.deleted', subject, detail: `“${name}”.` });
      return reply.code(204).send();
    },
  );
}

/** Asks the real model; leaving the page cancels it. */
function registerTestRoute(app: HttpApp, context: ModelContext): void {
  const ending = new AbortController();
  context.shutdown.onShutdown(() => {
    ending.abort();
    return Promise.resolve();
  });
  app.post(
    `${path}/test`,
    {
      config: { problems: ['model_key_unreadable'] },
      schema: { summary: 'Test a model', params, response: { 200: modelTestSchema } },
    },
    async (request, reply) => {
      const subject = request.params.model_id;
      const result = await testModel(
        subject,
        AbortSignal.any([untilClientLeaves(reply), ending.signal]),
        context,
      );
      await context.audit.record({ request, action: 'model.tested', subject, detail: `${result.code}.` });
      return result;
    },
  );
}
