import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import './states.css';

/** A grey bar where text or an image will be. */
export function Skeleton({
  width = '100%',
  height = 14,
}: {
  readonly width?: string;
  readonly height?: number;
}) {
  return <span className="skeleton" style={{ width, height }} aria-hidden="true" />;
}

type EmptyStateProps = {
  readonly icon: LucideIcon;
  /** Left out where the action says it all. */
  readonly title?: string;
  /** 1 where it is the page's own heading. */
  readonly level?: 1 | 2;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
};

export function EmptyState({ icon: Icon, title, level = 2, actions, children }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <div className="empty-state">
      <div className="art">
        <Icon size={24} strokeWidth={1.75} aria-hidden="true" />
      </div>
      {title !== undefined && <Heading>{title}</Heading>}
      {children !== undefined && <p>{children}</p>}
      {actions !== undefined && <div className="actions">{actions}</div>}
    </div>
  );
}

export type Tone = 'good' | 'warn' | 'danger' | 'active' | 'neutral';

export function Status({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className="status" data-tone={tone}>
      {children}
    </span>
  );
}
