import { Link, Outlet } from '@tanstack/react-router';
import { PageHead } from './page-head.tsx';
import './settings.css';

export function SettingsPage() {
  return (
    <main className="page">
      <PageHead title="Settings">
        <nav className="settings-tabs" aria-label="Settings">
          <Link to="/settings/environments" search={{}}>
            Environments
          </Link>
          <Link to="/settings/models" search={{}}>
            Models
          </Link>
          <Link to="/settings/agents">Agents</Link>
          <Link to="/settings/security">Security</Link>
          <Link to="/settings/general">General</Link>
        </nav>
      </PageHead>
      <div className="page-scroll">
        <Outlet />
      </div>
    </main>
  );
}
