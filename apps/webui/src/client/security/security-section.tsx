import { useId, type ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { Skeleton } from '../design/states.tsx';

type SectionProps = {
  readonly title: string;
  readonly lead: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
};

export function SecuritySection({ title, lead, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className="security-section" aria-labelledby={id}>
      <div className="security-head">
        <div>
          <h3 id={id}>{title}</h3>
          <p className="muted small">{lead}</p>
        </div>
        {actions !== undefined && <div className="security-actions">{actions}</div>}
      </div>
      {children}
    </section>
  );
}

type LoadingProps = {
  readonly isLoaded: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly children: ReactNode;
};

/** The list once it is there; grey rows before, and what went wrong beside what is already known. */
export function LoadedRows({ isLoaded, error, onRetry, children }: LoadingProps) {
  const retry = (
    <Button size="small" onPress={onRetry}>
      Try again
    </Button>
  );
  return (
    <>
      <ProblemNotice error={error} actions={retry} />
      {isLoaded && children}
      {!isLoaded && error === null && (
        <div className="settings-rows" role="status" aria-label="Loading">
          {['50%', '65%'].map((width) => (
            <div key={width} className="settings-row">
              <div className="security-lines">
                <Skeleton width={width} />
                <Skeleton width="35%" height={12} />
              </div>
            </div>
          ))}
        </div>
      )}
    </>
  );
}
