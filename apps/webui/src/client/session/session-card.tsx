import type { ReactNode } from 'react';
import './session.css';

type SessionCardProps = { readonly title: string; readonly lead: ReactNode; readonly children: ReactNode };

export function SessionCard({ title, lead, children }: SessionCardProps) {
  return (
    <main className="session-page">
      <title>{`${title} · Harness Desktop`}</title>
      <div className="session-card">
        <header>
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <h1>{title}</h1>
          <p className="muted">{lead}</p>
        </header>
        {children}
      </div>
    </main>
  );
}
