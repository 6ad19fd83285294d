import { ChevronDown, type LucideIcon } from 'lucide-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import type { ChoiceSection } from './composer-menu-sections.ts';
import '../design/button.css';

const ComposerMenuPopover = lazy(async () => ({
  default: (await import('./composer-menu-popover.tsx')).ComposerMenuPopover,
}));

type ComposerMenuProps = {
  /** What is chosen here, such as “Who works”. */
  readonly label: string;
  /** What is chosen now, in words. */
  readonly value: string;
  readonly icon: LucideIcon;
  readonly chosen: string;
  readonly sections: readonly ChoiceSection[];
  readonly onChoose: (id: string) => void;
};

/** A choice of the composer; its list is loaded when it is first opened. */
export function ComposerMenu({ label, value, icon: Icon, ...props }: ComposerMenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setIsOpen(false);
  return (
    <>
      <ComposerChip
        ref={trigger}
        label={`${label}: ${value}`}
        isOpen={isOpen}
        onPress={() => setIsOpen(!isOpen)}
      >
        <Icon size={15} aria-hidden="true" />
        <span>{value}</span>
      </ComposerChip>
      {isOpen && (
        <Suspense fallback={null}>
          <ComposerMenuPopover {...props} trigger={trigger} label={label} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

type ComposerChipProps = {
  readonly ref: React.Ref<HTMLButtonElement>;
  readonly label: string;
  readonly popup?: 'menu' | 'dialog';
  readonly isOpen: boolean;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

/** The button of a choice: quiet, with what is chosen as its text. */
export function ComposerChip({ ref, label, popup = 'menu', isOpen, onPress, children }: ComposerChipProps) {
  return (
    <AriaButton
      ref={ref}
      className="button composer-chip"
      data-variant="ghost"
      data-size="small"
      aria-label={label}
      aria-haspopup={popup}
      aria-expanded={isOpen}
      onPress={onPress}
    >
      {children}
      <ChevronDown size={13} aria-hidden="true" />
    </AriaButton>
  );
}
