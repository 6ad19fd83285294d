import { lazy, Suspense, useCallback, useState, type ReactNode } from 'react';
import type { ToolCall } from '../../shared/threads.ts';

const EvidenceViewer = lazy(async () => ({
  default: (await import('./evidence-viewer.tsx')).EvidenceViewer,
}));

/** Opens the images of these calls in front of everything else. */
export function useEvidenceViewer(
  threadId: string,
  calls: readonly ToolCall[],
): { readonly open: (key: string) => void; readonly element: ReactNode } {
  const [shown, setShown] = useState<string | null>(null);
  const open = useCallback((key: string) => setShown(key), []);
  const element = shown !== null && (
    <Suspense fallback={null}>
      <EvidenceViewer
        threadId={threadId}
        calls={calls}
        shown={shown}
        onShow={setShown}
        onClose={() => setShown(null)}
      />
    </Suspense>
  );
  return { open, element };
}
