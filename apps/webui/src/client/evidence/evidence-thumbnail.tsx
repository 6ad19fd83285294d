import { lazy, Suspense, useState } from 'react';
import { Button } from 'react-aria-components';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { EvidenceImage } from './evidence-image.tsx';
import type { ObservationResult } from './observation.ts';
import { useEvidenceSource } from './use-evidence-source.ts';

const EvidencePreview = lazy(async () => ({
  default: (await import('./evidence-preview.tsx')).EvidencePreview,
}));

type EvidenceThumbnailProps = {
  readonly threadId: string;
  readonly observation: ObservationResult;
  readonly marks: readonly ComputerToolCall[];
  readonly title: string;
  readonly drawnWidth: number;
};

/** Opens larger, unless the image is no more. */
export function EvidenceThumbnail({ title, drawnWidth, ...evidence }: EvidenceThumbnailProps) {
  const [isOpen, setIsOpen] = useState(false);
  const source = useEvidenceSource(evidence.threadId, evidence.observation);
  const image = (
    <EvidenceImage
      source={source}
      observation={evidence.observation}
      marks={evidence.marks}
      drawnWidth={drawnWidth}
    />
  );
  if (source.missing !== null) return image;
  return (
    <>
      <Button
        className="thumbnail"
        aria-label={`Open the image of “${title}”`}
        onPress={() => setIsOpen(true)}
      >
        {image}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <EvidencePreview {...evidence} title={title} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
