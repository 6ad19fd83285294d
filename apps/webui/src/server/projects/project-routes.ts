import * as z from 'zod';
import {
  projectCreateSchema,
  projectListSchema,
  projectPatchSchema,
  projectSchema,
  type Project,
} from '../../shared/threads.ts';
import type { AppContext } from '../app-context.ts';
import { recordCeiling } from '../audit/record-ceiling.ts';
import { effectiveEnvironment } from '../bindings/effective-ceiling.ts';
import { requireBindable } from '../bindings/validate-configuration.ts';
import type { Database } from '../database/connection.ts';
import type { HttpApp } from '../http/http-app.ts';
import { ProblemError } from '../http/problem-error.ts';
import { announceChange } from '../threads/announced-change.ts';
import { createThreadRepository } from '../threads/thread-repository.ts';
import { createProjectRepository } from './project-repository.ts';

type ProjectContext = Pick<
  AppContext,
  'audit' | 'clock' | 'database' | 'devices' | 'events' | 'hub' | 'random'
>;

const params = z.strictObject({ project_id: z.string() });
const projectSaved = { action: 'ceiling.project_saved' } as const;

export function registerProjectRoutes(app: HttpApp, context: ProjectContext): void {
  app.get(
    '/api/projects',
    { schema: { summary: 'List projects', response: { 200: projectListSchema } } },
    async () => ({
      projects: await createProjectRepository(context.database).list(),
    }),
  );
  app.post(
    '/api/projects',
    { schema: { summary: 'Make a project', body: projectCreateSchema, response: { 201: projectSchema } } },
    async (request, reply) => {
      const { name, configuration = { environment_bindings: [], default_environment: null } } = request.body;
      await requireBindable(configuration, context);
      const created_at = context.clock.now().toISOString();
      const project_id = `project-${context.random.uuid()}`;
      const project = await create({ project_id, name, configuration, created_at }, context);
      await recordCeiling(context, request, { ...projectSaved, subject: project_id, after: configuration });
      return reply.code(201).send(project);
    },
  );
  registerOneProjectRoutes(app, context);
}

function registerOneProjectRoutes(app: HttpApp, context: ProjectContext): void {
  app.get(
    '/api/projects/:project_id',
    { schema: { summary: 'Read a project', params, response: { 200: projectSchema } } },
    async (request) => requireProject(context.database, request.params.project_id),
  );
  app.patch(
    '/api/projects/:project_id',
    {
      schema: {
        summary: 'Rename a project or save its bindings',
        params,
        body: projectPatchSchema,
        response: { 200: projectSchema },
      },
    },
    async (request) => {
      const { project_id: subject } = request.params;
      const { project, before } = await changeProject(subject, request.body, context);
      await recordCeiling(context, request, {
        ...projectSaved,
        subject,
        before,
        after: project.configuration,
      });
      return project;
    },
  );
  app.delete(
    '/api/projects/:project_id',
    {
      config: { answers: { 204: { description: 'Deleted; its conversations stay.' } } },
      schema: { summary: 'Delete a project', params },
    },
    async (request, reply) => {
      const { project_id: subject } = request.params;
      const { name } = await removeProject(subject, context);
      await context.audit.record({ request, action: 'project.deleted', subject, detail: `“${name}”.` });
      return reply.code(204).send();
    },
  );
}

function create(project: Project, context: ProjectContext): Promise<Project> {
  return announceChange(context, async (transaction) => {
    await createProjectRepository(transaction).save(project);
    return { result: project, events: [{ type: 'project', project }] };
  });
}

async function changeProject(
  projectId: string,
  { name, configuration }: z.output<typeof projectPatchSchema>,
  context: ProjectContext,
): Promise<{ project: Project; before: Project['configuration'] }> {
  if (configuration !== undefined) {
    const { configuration: saved } = await requireProject(context.database, projectId);
    await requireBindable(configuration, context, saved);
  }
  return announceChange(context, async (transaction) => {
    const before = await requireProject(transaction, projectId);
    const project = {
      ...before,
      name: name ?? before.name,
      configuration: configuration ?? before.configuration,
    };
    await createProjectRepository(transaction).save(project);
    return {
      result: { project, before: before.configuration },
      events: [{ type: 'project', project }],
    };
  });
}

/** Its threads stay and keep, as their own, what held for them: leaving the project must not widen any ceiling. */
function removeProject(projectId: string, context: ProjectContext): Promise<Project> {
  return announceChange(context, async (transaction) => {
    const project = await requireProject(transaction, projectId);
    const threads = createThreadRepository(transaction);
    const changed = (await threads.listByProject(projectId)).map((thread) => ({
      ...thread,
      project_id: null,
      configuration: effectiveEnvironment(project.configuration, thread.configuration),
    }));
    for (const thread of changed) await threads.save(thread);
    await createProjectRepository(transaction).remove(projectId);
    const threadEvents = changed.map((thread) => ({ type: 'thread' as const, thread }));
    return {
      result: project,
      events: [...threadEvents, { type: 'project_deleted', project_id: projectId }],
    };
  });
}

async function requireProject(database: Database, projectId: string): Promise<Project> {
  const project = await createProjectRepository(database).find(projectId);
  if (project === undefined) throw new ProblemError('not_found', 'This project does not exist.');
  return project;
}
