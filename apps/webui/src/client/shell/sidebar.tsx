import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderPlus, Search, Settings, SquarePen, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { projectsQuery, threadsQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { IconButton } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { Skeleton } from '../design/states.tsx';
import { LiveIndicator } from '../live-events/live-indicator.tsx';
import { ThemeMenu } from '../theme/theme-menu.tsx';
import { groupThreads, searchThreads } from './group-threads.ts';
import type { SidebarEdit } from './sidebar-edit.ts';
import { SidebarGroup } from './sidebar-group.tsx';
import '../design/field.css';
import './sidebar.css';

const SidebarDialog = lazy(async () => ({ default: (await import('./sidebar-dialogs.tsx')).SidebarDialog }));

/** Fewer are seen at a glance. */
const manyThreads = 8;

type SidebarProps = {
  /** A link was followed: a drawer closes. */
  readonly onNavigate: () => void;
  readonly onClose?: () => void;
};

export function Sidebar({ onNavigate, onClose }: SidebarProps) {
  const [edit, setEdit] = useState<SidebarEdit | null>(null);
  return (
    <aside className="sidebar" aria-label="Sidebar">
      <div className="sidebar-brand">
        <img src="/favicon.svg" alt="" width={20} height={20} />
        Harness Desktop
        {onClose !== undefined && (
          <IconButton label="Close" onPress={onClose}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        )}
      </div>
      <div className="sidebar-new">
        <Link to="/" search={{}} className="button" data-variant="secondary" onClick={onNavigate}>
          <SquarePen size={15} aria-hidden="true" />
          New conversation
        </Link>
        <IconButton
          label="New project"
          variant="secondary"
          onPress={() => setEdit({ kind: 'create-project' })}
        >
          <FolderPlus size={15} aria-hidden="true" />
        </IconButton>
      </div>
      <nav className="sidebar-scroll" aria-label="Conversations">
        <SidebarGroups onNavigate={onNavigate} onEdit={setEdit} />
      </nav>
      <div className="sidebar-foot">
        <LiveIndicator />
        <ThemeMenu />
        <Link
          to="/settings/environments"
          search={{}}
          className="button"
          data-variant="ghost"
          data-size="small"
          onClick={onNavigate}
        >
          <Settings size={15} aria-hidden="true" />
          Settings
        </Link>
      </div>
      {edit !== null && (
        <Suspense fallback={null}>
          <SidebarDialog edit={edit} onClose={() => setEdit(null)} />
        </Suspense>
      )}
    </aside>
  );
}

type SidebarGroupsProps = {
  readonly onNavigate: () => void;
  readonly onEdit: (edit: SidebarEdit) => void;
};

function SidebarGroups({ onNavigate, onEdit }: SidebarGroupsProps) {
  const { eventLog } = useApp();
  const projects = useQuery(projectsQuery(eventLog));
  const threads = useQuery(threadsQuery(eventLog));
  const [search, setSearch] = useState('');
  const error = threads.error ?? projects.error;
  if (projects.data === undefined || threads.data === undefined) {
    return error === null ? <SidebarLoading /> : <ProblemNotice error={error} />;
  }
  const groups = groupThreads(projects.data, threads.data);
  const found = searchThreads(groups, search);
  return (
    <>
      {threads.data.length >= manyThreads && <SidebarSearch value={search} onChange={setSearch} />}
      {found.map((group) => (
        <SidebarGroup
          key={group.project?.project_id ?? ''}
          group={group}
          onNavigate={onNavigate}
          onEdit={onEdit}
        />
      ))}
      {found.length === 0 && (
        <p className="sidebar-empty" role="status">
          No conversation is called that.
        </p>
      )}
    </>
  );
}

type SidebarSearchProps = { readonly value: string; readonly onChange: (value: string) => void };

function SidebarSearch({ value, onChange }: SidebarSearchProps) {
  return (
    <div className="sidebar-search">
      <Search size={14} aria-hidden="true" />
      <input
        type="search"
        className="input"
        data-size="small"
        aria-label="Search conversations"
        placeholder="Search"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

function SidebarLoading() {
  return (
    <div className="page-lines" role="status" aria-label="Loading conversations">
      <Skeleton width="80%" />
      <Skeleton width="65%" />
      <Skeleton width="72%" />
    </div>
  );
}
