import { useMemo } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import type { ToolCall } from '../../shared/threads.ts';
import { afterOf, evidenceSteps } from './evidence-steps.ts';
import { ViewedStep } from './viewed-step.tsx';
import '../design/dialog.css';
import './evidence-viewer.css';

type EvidenceViewerProps = {
  readonly threadId: string;
  /** In the order in which they are shown. */
  readonly calls: readonly ToolCall[];
  /** The key of a step. */
  readonly shown: string;
  readonly onShow: (key: string) => void;
  readonly onClose: () => void;
};

/** One image after the other, large, in front of everything else. */
export function EvidenceViewer({ threadId, calls, shown, onShow, onClose }: EvidenceViewerProps) {
  const steps = useMemo(() => evidenceSteps(calls), [calls]);
  const index = steps.findIndex((step) => step.key === shown);
  const step = steps[index];
  if (step === undefined) return null;
  const goBy = (offset: number) => {
    const next = steps[index + offset];
    if (next !== undefined) onShow(next.key);
  };
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="viewer-box">
        <Dialog className="dialog">
          <ViewedStep
            threadId={threadId}
            step={step}
            after={afterOf(calls, step)}
            place={{ index, count: steps.length }}
            onGoBy={goBy}
            onClose={onClose}
          />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
