import { Camera } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { changedWords } from '../evidence/changed-words.ts';
import { Time } from '../time/time.tsx';
import type { NewestImage } from './stage-state.ts';

type StageCaptionProps = {
  readonly image: NewestImage;
  readonly isBusy: boolean;
  readonly canObserve: boolean;
  readonly onObserve: () => void;
};

/** Below the image, so that the image stays where it is when this changes. */
export function StageCaption({ image, isBusy, canObserve, onObserve }: StageCaptionProps) {
  const { captured_at: capturedAt, width, height, changed } = image.observation;
  const isCloser = image.call.call.tool === 'computer_zoom';
  return (
    <>
      <span role="status">
        {image.isOutdated && <strong>The desktop may have changed since this image.</strong>}
      </span>
      {canObserve && (image.isOutdated || isCloser) && (
        <Button size="small" isDisabled={isBusy} onPress={onObserve}>
          <Camera size={14} aria-hidden="true" />
          {isCloser ? 'Observe the whole display' : 'Observe again'}
        </Button>
      )}
      <span>
        {isCloser && 'A part, seen closer · '}
        Captured <Time value={capturedAt} format="clock" /> · {width} × {height} · Evidence, not a live view
      </span>
      {changed !== undefined && <span>{changedWords(changed)}</span>}
    </>
  );
}
