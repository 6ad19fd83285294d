import { useNavigate, useParams } from '@tanstack/react-router';
import type { Project, Thread } from '../../shared/threads.ts';
import { ProjectEnvironments } from '../bindings/project-environments.tsx';
import { ConfirmDialog } from '../design/dialog.tsx';
import { NameDialog } from './name-dialog.tsx';
import { useDelete, useRename, type SidebarEdit } from './sidebar-edit.ts';

type DialogProps<Edit> = { readonly edit: Edit; readonly onClose: () => void };

export function SidebarDialog({ edit, onClose }: DialogProps<SidebarEdit>) {
  switch (edit.kind) {
    case 'create-project':
    case 'rename-project':
    case 'rename-thread':
      return <RenameDialog edit={edit} onClose={onClose} />;
    case 'delete-thread':
      return <DeleteDialog target={edit.thread} onClose={onClose} />;
    case 'delete-project':
      return <DeleteDialog target={edit.project} onClose={onClose} />;
    case 'project-environments':
      return <ProjectEnvironments project={edit.project} onClose={onClose} />;
  }
}

function RenameDialog({ edit, onClose }: DialogProps<SidebarEdit>) {
  const rename = useRename(edit, onClose);
  const isNew = edit.kind === 'create-project';
  const noun = edit.kind === 'rename-thread' ? 'conversation' : 'project';
  const name = 'thread' in edit ? edit.thread.title : 'project' in edit ? edit.project.name : '';
  return (
    <NameDialog
      title={isNew ? 'New project' : `Rename ${noun}`}
      label="Name"
      action={isNew ? 'Create' : 'Rename'}
      name={name}
      maxLength={120}
      isPending={rename.isPending}
      error={rename.error}
      onSave={(next) => rename.mutate(next)}
      onClose={onClose}
    />
  );
}

export function DeleteDialog(props: { readonly target: Project | Thread; readonly onClose: () => void }) {
  const { target, onClose } = props;
  const navigate = useNavigate();
  const { threadId } = useParams({ strict: false });
  const isThread = 'thread_id' in target;
  const remove = useDelete(target, () => {
    onClose();
    if (isThread && target.thread_id === threadId) void navigate({ to: '/' });
  });
  return (
    <ConfirmDialog
      title={isThread ? 'Delete this conversation?' : 'Delete this project?'}
      action="Delete"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {isThread ? (
        <p>
          “{target.title}” goes away with its transcript and its screenshots. What was done on the desktop
          stays done. This cannot be undone.
        </p>
      ) : (
        <p>“{target.name}” and the environments it gives its conversations go away. This cannot be undone.</p>
      )}
    </ConfirmDialog>
  );
}
