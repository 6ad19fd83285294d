import { useQuery } from '@tanstack/react-query';
import type { Project } from '../../shared/threads.ts';
import { projectsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Dialog } from '../design/dialog.tsx';
import { BindingsEditor } from './bindings-editor.tsx';
import { useSaveProjectConfiguration } from './use-save-configuration.ts';

/** Environments that every conversation of a project inherits and can only narrow. */
export function ProjectEnvironments(props: { readonly project: Project; readonly onClose: () => void }) {
  const { eventLog } = useApp();
  const { data: projects = [] } = useQuery(projectsQuery(eventLog));
  const id = props.project.project_id;
  const project = projects.find((candidate) => candidate.project_id === id) ?? props.project;
  const save = useSaveProjectConfiguration(id);
  return (
    <Dialog
      title={`Working environments of ${project.name}`}
      description="The project’s conversations inherit them and can only narrow them."
      width="wide"
      onClose={props.onClose}
    >
      <BindingsEditor
        configuration={project.configuration}
        inherited={null}
        draftKey={id}
        onSave={save}
        onDone={props.onClose}
      />
    </Dialog>
  );
}
