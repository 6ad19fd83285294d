import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useApp } from '../app-context.tsx';
import { OfflineBanner } from '../live-events/offline-banner.tsx';
import { OpenDrawerContext } from './sidebar-toggle.tsx';
import { Sidebar } from './sidebar.tsx';
import './shell.css';

const SidebarDrawer = lazy(async () => ({ default: (await import('./sidebar-drawer.tsx')).SidebarDrawer }));

export function AppShell() {
  const { live } = useApp();
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const closeDrawer = () => setIsDrawerOpen(false);
  useEffect(() => {
    live.open();
    return live.close;
  }, [live]);
  return (
    <OpenDrawerContext value={() => setIsDrawerOpen(true)}>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <div className="shell">
        <Sidebar onNavigate={closeDrawer} />
        <div className="shell-main" id="content" tabIndex={-1}>
          <OfflineBanner />
          <Outlet />
        </div>
      </div>
      {isDrawerOpen && (
        <Suspense fallback={null}>
          <SidebarDrawer onClose={closeDrawer}>
            <Sidebar onNavigate={closeDrawer} onClose={closeDrawer} />
          </SidebarDrawer>
        </Suspense>
      )}
    </OpenDrawerContext>
  );
}
