import { useInfiniteQuery } from '@tanstack/react-query';
import { CornerLeftUp, Folder } from 'lucide-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { ListBox, ListBoxItem } from 'react-aria-components';
import { directoryListingSchema } from '../../shared/devices.ts';
import { request } from '../api/request.ts';
import { Button, IconButton } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { Skeleton } from '../design/states.tsx';
import { isWindowsRoot } from './directory-path.ts';

type DirectoryBrowserProps = {
  readonly deviceId: string;
  /** Empty: where the device begins. */
  readonly path: string;
  readonly onOpen: (path: string) => void;
};

/** The directories of the device itself. Opening one chooses it; Backspace goes up. */
export function DirectoryBrowser({ deviceId, path, onOpen }: DirectoryBrowserProps) {
  const listing = useInfiniteQuery({
    queryKey: ['directories', deviceId, path],
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ ...(path !== '' && { path }), offset: String(pageParam) });
      const url = `/api/devices/${encodeURIComponent(deviceId)}/directories?${query.toString()}`;
      return request(url, { answer: directoryListingSchema, signal });
    },
    getNextPageParam: (page) => page.next_offset,
    retry: false,
    gcTime: 0,
  });
  const view = useRef<HTMLDivElement>(null);
  const isInside = useRef(false);
  const pages = listing.data?.pages;
  const current = pages?.[0];
  const parent = current?.parent_path ?? null;
  const entries = pages?.flatMap((page) => page.entries) ?? [];
  const open = (next: string) => {
    isInside.current = true;
    onOpen(next);
  };
  // Whoever walks by the keyboard goes on in the next directory, where the last list is gone.
  useEffect(() => {
    if (current === undefined || !isInside.current) return;
    isInside.current = false;
    view.current?.querySelector<HTMLElement>('[role="option"], button:enabled')?.focus();
  }, [current]);
  if (listing.error !== null) {
    return (
      <ProblemNotice
        error={listing.error}
        actions={
          <>
            <Button size="small" onPress={() => void listing.refetch()}>
              Try again
            </Button>
            <Button size="small" onPress={() => open('')}>
              Start directory
            </Button>
          </>
        }
      />
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Backspace' || parent === null) return;
    event.preventDefault();
    open(parent);
  };
  return (
    <div
      ref={view}
      className="directory-browser"
      role="group"
      aria-label="Directories on the device"
      onKeyDown={onKeyDown}
    >
      <div className="directory-head">
        <IconButton label="Parent directory" isDisabled={parent === null} onPress={() => open(parent ?? '')}>
          <CornerLeftUp size={15} aria-hidden="true" />
        </IconButton>
        <code>{current?.path ?? (path === '' ? '…' : path)}</code>
      </div>
      {current !== undefined && parent === null && isWindowsRoot(current.path) && (
        <p className="directory-note">
          For another drive, write it above, such as <code>D:\</code>.
        </p>
      )}
      <div className="directory-entries">
        {current === undefined && <DirectoryLoading />}
        {current !== undefined && entries.length === 0 && (
          <p className="directory-empty">No directories in here.</p>
        )}
        {entries.length > 0 && (
          <ListBox
            aria-label={`Directories in ${current?.path ?? path}`}
            items={entries}
            onAction={(key) => open(String(key))}
          >
            {(entry) => (
              <ListBoxItem id={entry.path} textValue={entry.name} className="directory-entry">
                <Folder size={14} aria-hidden="true" />
                <span>{entry.name}</span>
              </ListBoxItem>
            )}
          </ListBox>
        )}
        {listing.hasNextPage && (
          <Button
            size="small"
            isPending={listing.isFetchingNextPage}
            onPress={() => void listing.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
    </div>
  );
}

function DirectoryLoading() {
  return (
    <div className="directory-empty" role="status" aria-label="Loading directories">
      <Skeleton width="50%" />
    </div>
  );
}
