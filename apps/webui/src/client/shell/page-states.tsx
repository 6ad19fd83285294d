import { Link, useRouter } from '@tanstack/react-router';
import { Compass, RefreshCw, ServerOff } from 'lucide-react';
import { problemWords } from '../api/request-error.ts';
import { Button } from '../design/button.tsx';
import { EmptyState, Skeleton } from '../design/states.tsx';
import './shell.css';

export function PagePending() {
  return (
    <div className="page-lines" role="status" aria-label="Loading">
      <Skeleton width="40%" height={20} />
      <Skeleton />
      <Skeleton width="85%" />
      <Skeleton width="60%" />
    </div>
  );
}

export function PageError({ error, reset }: { readonly error: unknown; readonly reset?: () => void }) {
  const router = useRouter();
  if (isOldPage(error)) return <OldPage />;
  const { title, detail } = problemWords(error);
  const retry = () => {
    reset?.();
    void router.invalidate();
  };
  return (
    <main className="page-center">
      <EmptyState
        icon={ServerOff}
        level={1}
        title={title}
        actions={
          <Button variant="primary" onPress={retry}>
            Try again
          </Button>
        }
      >
        {detail}
      </EmptyState>
    </main>
  );
}

/** The server was renewed: parts of this page that were not loaded yet have other names now. */
function isOldPage(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|preload CSS/i.test(error.message)
  );
}

function OldPage() {
  return (
    <main className="page-center">
      <EmptyState
        icon={RefreshCw}
        level={1}
        title="This page is older than the server"
        actions={
          <Button variant="primary" onPress={() => window.location.reload()}>
            Reload
          </Button>
        }
      >
        A part of it is missing, or the connection broke while it was loaded. What you wrote is kept.
      </EmptyState>
    </main>
  );
}

export function PageNotFound() {
  return (
    <main className="page-center">
      <EmptyState
        icon={Compass}
        level={1}
        title="There is nothing at this address"
        actions={
          <Link to="/" className="button" data-variant="primary">
            Go to the start
          </Link>
        }
      >
        It may have been deleted, or the address is incomplete.
      </EmptyState>
    </main>
  );
}
