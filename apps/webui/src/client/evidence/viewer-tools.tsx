import {
  ChevronLeft,
  ChevronRight,
  Crosshair,
  Download,
  Info,
  Maximize,
  X,
  ZoomIn,
  ZoomOut,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { IconButton } from '../design/button.tsx';
import type { ObservationResult } from './observation.ts';
import type { EvidenceSource } from './use-evidence-source.ts';
import type { ZoomStep } from './use-zoom-view.ts';

type ViewerToolsProps = {
  readonly source: EvidenceSource;
  readonly observation: ObservationResult;
  readonly place: { readonly index: number; readonly count: number };
  readonly scale: number;
  readonly showsMarks: boolean;
  readonly showsDetails: boolean;
  readonly onGoBy: (offset: number) => void;
  readonly onZoom: (step: ZoomStep) => void;
  readonly onMarks: () => void;
  readonly onDetails: () => void;
  readonly onClose: () => void;
};

export function ViewerTools({
  source,
  observation,
  place,
  scale,
  onGoBy,
  onZoom,
  ...props
}: ViewerToolsProps) {
  return (
    <div className="viewer-tools">
      <IconButton label="Previous image" isDisabled={place.index === 0} onPress={() => onGoBy(-1)}>
        <ChevronLeft size={16} aria-hidden="true" />
      </IconButton>
      <span className="viewer-place">
        {place.index + 1} of {place.count}
      </span>
      <IconButton label="Next image" isDisabled={place.index === place.count - 1} onPress={() => onGoBy(1)}>
        <ChevronRight size={16} aria-hidden="true" />
      </IconButton>
      <span className="viewer-gap" />
      <IconButton label="Zoom out" onPress={() => onZoom('out')}>
        <ZoomOut size={16} aria-hidden="true" />
      </IconButton>
      <output aria-label="Zoom">{Math.round(scale * 100)} %</output>
      <IconButton label="Zoom in" onPress={() => onZoom('in')}>
        <ZoomIn size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Fit into the window" onPress={() => onZoom('fit')}>
        <Maximize size={16} aria-hidden="true" />
      </IconButton>
      <IconButton label="Actual size (1:1)" onPress={() => onZoom('actual')}>
        <span className="viewer-actual" aria-hidden="true" />
      </IconButton>
      <span className="viewer-gap" />
      <Toggle label="Marks on the image" isOn={props.showsMarks} onToggle={props.onMarks}>
        <Crosshair size={16} aria-hidden="true" />
      </Toggle>
      <Toggle label="Details of the image" isOn={props.showsDetails} onToggle={props.onDetails}>
        <Info size={16} aria-hidden="true" />
      </Toggle>
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
      <IconButton label="Close" className="viewer-close" onPress={props.onClose}>
        <X size={16} aria-hidden="true" />
      </IconButton>
    </div>
  );
}

type ToggleProps = {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
  readonly children: ReactNode;
};

function Toggle({ label, isOn, onToggle, children }: ToggleProps) {
  return (
    <span className="icon-button" title={label}>
      <ToggleButton
        className="button viewer-toggle"
        data-variant="ghost"
        data-shape="icon"
        aria-label={label}
        isSelected={isOn}
        onChange={onToggle}
      >
        {children}
      </ToggleButton>
    </span>
  );
}

function extensionOf(observation: ObservationResult): string {
  const type = observation.attachment?.mime_type ?? '';
  return type === 'image/png' ? 'png' : type === 'image/webp' ? 'webp' : 'jpg';
}
