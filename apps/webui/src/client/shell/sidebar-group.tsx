import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, MonitorCog, Pencil, SquarePen, Trash2 } from 'lucide-react';
import type { Project, Thread } from '../../shared/threads.ts';
import { MenuButton } from '../design/menu-button.tsx';
import type { ThreadGroup } from './group-threads.ts';
import { Ago } from '../time/time.tsx';
import type { SidebarEdit } from './sidebar-edit.ts';

/** What the server calls a conversation without a prompt; several of them are told apart by their age. */
const untitled = 'New conversation';

type GroupProps = {
  readonly group: ThreadGroup;
  readonly onNavigate: () => void;
  readonly onEdit: (edit: SidebarEdit) => void;
};

export function SidebarGroup({ group, onNavigate, onEdit }: GroupProps) {
  const { project, threads } = group;
  return (
    <section className="sidebar-group">
      <div className="sidebar-group-head">
        <h2 title={project?.name}>{project?.name ?? 'Conversations'}</h2>
        {project !== null && <ProjectMenu project={project} onNavigate={onNavigate} onEdit={onEdit} />}
      </div>
      {threads.length === 0 && <p className="sidebar-empty">No conversations yet</p>}
      <ul>
        {threads.map((thread) => (
          <ThreadRow key={thread.thread_id} thread={thread} onNavigate={onNavigate} onEdit={onEdit} />
        ))}
      </ul>
    </section>
  );
}

type ProjectMenuProps = Omit<GroupProps, 'group'> & { readonly project: Project };

function ProjectMenu({ project, onNavigate, onEdit }: ProjectMenuProps) {
  const navigate = useNavigate();
  const startHere = () => {
    onNavigate();
    void navigate({ to: '/', search: { project: project.project_id } });
  };
  return (
    <MenuButton
      label={`Actions of project ${project.name}`}
      actions={[
        { label: 'New conversation here', icon: SquarePen, onAction: startHere },
        {
          label: 'Working environments',
          icon: MonitorCog,
          onAction: () => onEdit({ kind: 'project-environments', project }),
        },
        { label: 'Rename', icon: Pencil, onAction: () => onEdit({ kind: 'rename-project', project }) },
        {
          label: 'Delete',
          icon: Trash2,
          isDanger: true,
          onAction: () => onEdit({ kind: 'delete-project', project }),
        },
      ]}
    >
      <Ellipsis size={15} aria-hidden="true" />
    </MenuButton>
  );
}

type ThreadRowProps = Omit<GroupProps, 'group'> & { readonly thread: Thread };

function ThreadRow({ thread, onNavigate, onEdit }: ThreadRowProps) {
  return (
    <li className="thread-row">
      <Link
        to="/conversations/$threadId"
        params={{ threadId: thread.thread_id }}
        title={thread.title}
        onClick={onNavigate}
      >
        {thread.title}
        {thread.title === untitled && (
          <span className="thread-age" aria-hidden="true">
            {' '}
            <Ago value={thread.created_at} />
          </span>
        )}
      </Link>
      <MenuButton
        label={`Actions of ${thread.title}`}
        actions={[
          { label: 'Rename', icon: Pencil, onAction: () => onEdit({ kind: 'rename-thread', thread }) },
          {
            label: 'Delete',
            icon: Trash2,
            isDanger: true,
            onAction: () => onEdit({ kind: 'delete-thread', thread }),
          },
        ]}
      >
        <Ellipsis size={15} aria-hidden="true" />
      </MenuButton>
    </li>
  );
}
