import { PanelLeft } from 'lucide-react';
import { createContext, use, type ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
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

export function SidebarDrawer(props: { readonly onClose: () => void; readonly children: ReactNode }) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Modal className="drawer">
        <Dialog aria-label="Conversations">{props.children}</Dialog>
      </Modal>
    </ModalOverlay>
  );
}
