import { environmentConfigurationSchema } from '../../shared/bindings.ts';
import type { Project } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { parseJson } from '../database/parse-json.ts';

export type ProjectRepository = {
  list(): Promise<Project[]>;
  find(projectId: string): Promise<Project | undefined>;
  /** Inserts it, or replaces name and configuration. */
  save(project: Project): Promise<void>;
  /** Its threads stay, without a project. */
  remove(projectId: string): Promise<void>;
};

export function createProjectRepository(database: Database): ProjectRepository {
  const rows = () => database.selectFrom('projects').selectAll();
  return {
    async list() {
      return (await rows().orderBy('name').orderBy('project_id').execute()).map(projectOf);
    },
    async find(projectId) {
      const row = await rows().where('project_id', '=', projectId).executeTakeFirst();
      return row === undefined ? undefined : projectOf(row);
    },
    async save({ configuration, ...project }) {
      const configuration_json = JSON.stringify(configuration);
      await database
        .insertInto('projects')
        .values({ ...project, configuration_json })
        .onConflict((conflict) =>
          conflict.column('project_id').doUpdateSet({ name: project.name, configuration_json }),
        )
        .execute();
    },
    async remove(projectId) {
      await database.deleteFrom('projects').where('project_id', '=', projectId).execute();
    },
  };
}

function projectOf(row: Omit<Project, 'configuration'> & { configuration_json: string }): Project {
  const { configuration_json, ...project } = row;
  return { ...project, configuration: parseJson(environmentConfigurationSchema, configuration_json) };
}
