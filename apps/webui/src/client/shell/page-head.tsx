import type { ReactNode } from 'react';
import { SidebarToggle } from './sidebar-toggle.tsx';

export function PageHead({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <header className="page-head">
      <title>{`${title} · Harness Desktop`}</title>
      <SidebarToggle />
      <h1>{title}</h1>
      {children}
    </header>
  );
}
