import { Ellipsis, FileDown, Pencil, SlidersHorizontal, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { Thread } from '../../shared/threads.ts';
import { Button } from '../design/button.tsx';
import { MenuButton } from '../design/menu-button.tsx';
import type { SidebarEdit } from '../shell/sidebar-edit.ts';
import { exportConversation } from './export-conversation.ts';

const SidebarDialog = lazy(async () => ({
  default: (await import('../shell/sidebar-dialogs.tsx')).SidebarDialog,
}));

type ConversationMenuProps = { readonly thread: Thread; readonly onOpenDetails: () => void };

export function ConversationMenu({ thread, onOpenDetails }: ConversationMenuProps) {
  const [edit, setEdit] = useState<SidebarEdit | null>(null);
  return (
    <div className="page-head-actions">
      <Button variant="ghost" size="small" label="Conversation details" onPress={onOpenDetails}>
        <SlidersHorizontal size={15} aria-hidden="true" />
        <span className="wide-only">Conversation details</span>
      </Button>
      <MenuButton
        label="Actions of this conversation"
        actions={[
          { label: 'Rename', icon: Pencil, onAction: () => setEdit({ kind: 'rename-thread', thread }) },
          { label: 'Export', icon: FileDown, onAction: () => exportConversation(thread.thread_id) },
          {
            label: 'Delete',
            icon: Trash2,
            isDanger: true,
            onAction: () => setEdit({ kind: 'delete-thread', thread }),
          },
        ]}
      >
        <Ellipsis size={16} aria-hidden="true" />
      </MenuButton>
      {edit !== null && (
        <Suspense fallback={null}>
          <SidebarDialog edit={edit} onClose={() => setEdit(null)} />
        </Suspense>
      )}
    </div>
  );
}
