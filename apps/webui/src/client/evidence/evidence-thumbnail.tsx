import { Button } from 'react-aria-components';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { EvidenceImage } from './evidence-image.tsx';
import type { ObservationResult } from './observation.ts';
import { thumbnailWidth } from './thumbnail-size.ts';
import { useEvidenceSource } from './use-evidence-source.ts';

type EvidenceThumbnailProps = {
  readonly threadId: string;
  readonly observation: ObservationResult;
  readonly marks: readonly ComputerToolCall[];
  readonly title: string;
  /** At most, in CSS pixels. */
  readonly width: number;
  readonly onOpen: () => void;
};

/** Opens larger, unless the image is no more. */
export function EvidenceThumbnail({ title, width, onOpen, ...evidence }: EvidenceThumbnailProps) {
  const { observation } = evidence;
  const source = useEvidenceSource(evidence.threadId, observation);
  const image = (
    <EvidenceImage
      source={source}
      observation={observation}
      marks={evidence.marks}
      drawnWidth={thumbnailWidth(observation, width)}
    />
  );
  if (source.missing !== null) return image;
  return (
    <Button className="thumbnail" aria-label={`Open the image of “${title}”`} onPress={onOpen}>
      {image}
    </Button>
  );
}
