import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button, IconButton } from './button.tsx';
import { ProblemNotice } from './notice.tsx';
import './dialog.css';

type DialogProps = {
  readonly title: string;
  readonly description?: ReactNode;
  readonly width?: 'narrow' | 'normal' | 'wide';
  readonly role?: 'dialog' | 'alertdialog';
  readonly footer?: ReactNode;
  readonly onClose: () => void;
  readonly children?: ReactNode;
};

/** Rendered only while open; focus goes in, is kept inside, and returns to where it came from. */
export function Dialog({ title, description, width = 'normal', role = 'dialog', ...props }: DialogProps) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable={role === 'dialog'}
      onOpenChange={(isOpen) => {
        if (!isOpen) props.onClose();
      }}
    >
      <Modal className="dialog-box" data-width={width}>
        <AriaDialog className="dialog" role={role}>
          <div className="dialog-head">
            <div>
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              {description !== undefined && <p>{description}</p>}
            </div>
            <IconButton label="Close" onPress={props.onClose}>
              <X size={16} aria-hidden="true" />
            </IconButton>
          </div>
          <div className="dialog-body">{props.children}</div>
          {props.footer !== undefined && <div className="dialog-foot">{props.footer}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

type ConfirmDialogProps = {
  readonly title: string;
  readonly action: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

export function ConfirmDialog({ title, action, isPending, error, ...props }: ConfirmDialogProps) {
  return (
    <Dialog
      title={title}
      width="narrow"
      role="alertdialog"
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose} autoFocus>
            Cancel
          </Button>
          <Button variant="danger" isPending={isPending} onPress={props.onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      <div>{props.children}</div>
      <ProblemNotice error={error} />
    </Dialog>
  );
}
