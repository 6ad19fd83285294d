import type { ReactNode } from 'react';
import { SidebarToggle } from './sidebar-toggle.tsx';

type PageHeadProps = {
  readonly title: string;
  /** How many things wait for the person; shown in the title of the tab. */
  readonly waiting?: number;
  readonly children?: ReactNode;
};

export function PageHead({ title, waiting = 0, children }: PageHeadProps) {
  return (
    <header className="page-head">
      <title>{`${waiting > 0 ? `(${waiting}) ` : ''}${title} · Harness Desktop`}</title>
      <SidebarToggle />
      <h1>{title}</h1>
      {children}
    </header>
  );
}
