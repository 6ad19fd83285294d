import { Link, useRouter } from '@tanstack/react-router';
import { Compass, RefreshCw, ServerOff } from 'lucide-react';
import type { ComponentProps } from 'react';
import { problemWords } from '../api/request-error.ts';
import { Button } from '../design/button.tsx';
import { EmptyState, Skeleton } from '../design/states.tsx';
import './page.css';

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
    <WholePage
      icon={ServerOff}
      title={title}
      actions={
        <Button variant="primary" onPress={retry}>
          Try again
        </Button>
      }
    >
      {detail}
    </WholePage>
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
    <WholePage
      icon={RefreshCw}
      title="This page is older than the server"
      actions={
        <Button variant="primary" onPress={() => window.location.reload()}>
          Reload
        </Button>
      }
    >
      A part of it is missing, or the connection broke while it was loaded. What you wrote is kept.
    </WholePage>
  );
}

export function PageNotFound() {
  return (
    <WholePage
      icon={Compass}
      title="There is nothing at this address"
      actions={
        <Link to="/" className="button" data-variant="primary">
          Go to the start
        </Link>
      }
    >
      It may have been deleted, or the address is incomplete.
    </WholePage>
  );
}

/** All that is shown, with its own heading. */
function WholePage(props: Omit<ComponentProps<typeof EmptyState>, 'level'>) {
  return (
    <main className="page-center">
      <EmptyState {...props} level={1} />
    </main>
  );
}
