import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemWords } from '../api/request-error.ts';
import './notice.css';

const icons = { info: Info, warn: TriangleAlert, danger: CircleAlert, good: CircleCheck } as const;

type NoticeProps = {
  readonly tone: keyof typeof icons;
  readonly title?: string;
  readonly actions?: ReactNode;
  /** Announced at once by screen readers. */
  readonly isAlert?: boolean;
  readonly children?: ReactNode;
};

export function Notice({ tone, title, actions, isAlert = false, children }: NoticeProps) {
  const Icon = icons[tone];
  return (
    <div className="notice" data-tone={tone} {...(isAlert && { role: 'alert' })}>
      <Icon size={15} aria-hidden="true" />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        {children}
      </div>
      {actions !== undefined && <div className="notice-actions">{actions}</div>}
    </div>
  );
}

/** What a failed request said and what to do next; nothing while there is no error. */
export function ProblemNotice({
  error,
  actions,
}: {
  readonly error: Error | null;
  readonly actions?: ReactNode;
}) {
  if (error === null) return null;
  const { title, detail } = problemWords(error);
  return (
    <Notice tone="danger" title={title} isAlert actions={actions}>
      {detail}
    </Notice>
  );
}
