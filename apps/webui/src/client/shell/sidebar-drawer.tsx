import type { ReactNode } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import '../design/dialog.css';

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
