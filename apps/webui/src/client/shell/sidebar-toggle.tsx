import { PanelLeft } from 'lucide-react';
import { createContext, use } from 'react';
import { IconButton } from '../design/button.tsx';

export const OpenDrawerContext = createContext<() => void>(() => undefined);

/** Shown at phone width only, where the sidebar is a drawer. */
export function SidebarToggle() {
  const open = use(OpenDrawerContext);
  return (
    <IconButton label="Show conversations" className="sidebar-toggle" onPress={open}>
      <PanelLeft size={17} aria-hidden="true" />
    </IconButton>
  );
}
