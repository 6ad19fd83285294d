import { useInfiniteQuery } from '@tanstack/react-query';
import { CornerLeftUp, Folder } from 'lucide-react';
import { directoryListingSchema } from '../../shared/devices.ts';
import { request } from '../api/request.ts';
import { Button, IconButton } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { Skeleton } from '../design/states.tsx';

type DirectoryBrowserProps = {
  readonly deviceId: string;
  /** Empty: where the device begins. */
  readonly path: string;
  readonly onOpen: (path: string) => void;
};

/** The directories of the device itself. Opening one chooses it. */
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
  if (listing.error !== null) {
    return (
      <ProblemNotice
        error={listing.error}
        actions={
          <Button size="small" onPress={() => onOpen('')}>
            Start directory
          </Button>
        }
      />
    );
  }
  const pages = listing.data?.pages;
  const current = pages?.[0];
  const parent = current?.parent_path ?? null;
  const entries = pages?.flatMap((page) => page.entries) ?? [];
  return (
    <div className="directory-browser" role="group" aria-label="Directories on the device">
      <div className="directory-head">
        <IconButton
          label="Parent directory"
          isDisabled={parent === null}
          onPress={() => onOpen(parent ?? '')}
        >
          <CornerLeftUp size={15} aria-hidden="true" />
        </IconButton>
        <code>{current?.path ?? (path === '' ? '…' : path)}</code>
      </div>
      <div className="directory-entries">
        {current === undefined && <DirectoryLoading />}
        {current !== undefined && entries.length === 0 && (
          <p className="directory-empty">No directories in here.</p>
        )}
        {entries.map((entry) => (
          <Button key={entry.path} variant="ghost" size="small" onPress={() => onOpen(entry.path)}>
            <Folder size={14} aria-hidden="true" />
            {entry.name}
          </Button>
        ))}
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
