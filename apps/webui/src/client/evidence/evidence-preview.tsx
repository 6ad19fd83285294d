import { Download, Maximize, X, ZoomIn, ZoomOut } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { IconButton } from '../design/button.tsx';
import { Time } from '../time/time.tsx';
import { EvidenceImage } from './evidence-image.tsx';
import type { ObservationResult } from './observation.ts';
import { useElementSize } from './use-element-size.ts';
import { useEvidenceSource } from './use-evidence-source.ts';
import { usePan } from './use-pan.ts';
import { scaleOf, zoomIn, zoomOut, type Zoom } from './zoom.ts';
import '../design/dialog.css';

type EvidencePreviewProps = {
  readonly threadId: string;
  readonly observation: ObservationResult;
  readonly marks: readonly ComputerToolCall[];
  readonly title: string;
  readonly onClose: () => void;
};

export function EvidencePreview({ title, onClose, ...evidence }: EvidencePreviewProps) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className="preview-box">
        <Dialog className="dialog">
          <PreviewContent {...evidence} title={title} onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PreviewContent({ threadId, observation, marks, title, onClose }: EvidencePreviewProps) {
  const view = useRef<HTMLDivElement>(null);
  const viewSize = useElementSize(view);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const pan = usePan();
  const scale = scaleOf(zoom, observation, viewSize);
  const source = useEvidenceSource(threadId, observation);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') setZoom(zoomIn(scale));
    if (event.key === '-') setZoom(zoomOut(scale));
    if (event.key === '0') setZoom('fit');
    if (event.key === '1') setZoom(1);
  };
  return (
    <>
      <div className="preview-head">
        <div>
          <Heading slot="title" level={2}>
            {title}
          </Heading>
          <p>
            Captured <Time value={observation.captured_at} format="date-time" /> · {observation.width} ×{' '}
            {observation.height} · Evidence, not a live view
          </p>
        </div>
        <div className="preview-tools">
          <IconButton label="Zoom out" onPress={() => setZoom(zoomOut(scale))}>
            <ZoomOut size={16} aria-hidden="true" />
          </IconButton>
          <output aria-label="Zoom">{Math.round(scale * 100)} %</output>
          <IconButton label="Zoom in" onPress={() => setZoom(zoomIn(scale))}>
            <ZoomIn size={16} aria-hidden="true" />
          </IconButton>
          <IconButton label="Fit into the window" onPress={() => setZoom('fit')}>
            <Maximize size={16} aria-hidden="true" />
          </IconButton>
          {source.url !== null && (
            <a
              className="button"
              data-variant="ghost"
              data-shape="icon"
              href={source.url}
              download={`${observation.observation_id}.${extensionOf(observation)}`}
              aria-label="Download the image"
              title="Download the image"
            >
              <Download size={16} aria-hidden="true" />
            </a>
          )}
          <IconButton label="Close" onPress={onClose}>
            <X size={16} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div
        ref={view}
        className="preview-view"
        role="group"
        aria-label="Image; arrow keys move it, plus and minus zoom"
        tabIndex={0}
        onKeyDown={onKeyDown}
        {...(pan.isPanning && { 'data-panning': true })}
        {...pan.handlers}
      >
        <EvidenceImage
          source={source}
          observation={observation}
          marks={marks}
          drawnWidth={Math.floor(observation.width * scale)}
          isLazy={false}
          isUnbounded
        />
      </div>
    </>
  );
}

function extensionOf(observation: ObservationResult): string {
  const type = observation.attachment?.mime_type ?? '';
  return type === 'image/png' ? 'png' : type === 'image/webp' ? 'webp' : 'jpg';
}
