import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import type { MenuAction } from './menu-action.ts';

const MenuPopover = lazy(async () => ({ default: (await import('./menu-popover.tsx')).MenuPopover }));

type MenuButtonProps = {
  /** The accessible name of the button and of its menu. */
  readonly label: string;
  readonly actions: readonly MenuAction[];
  /** The icon. */
  readonly children: ReactNode;
};

/** A button with a menu, whose code is loaded when it is first opened. */
export function MenuButton({ label, actions, children }: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <IconButton
        label={label}
        ref={trigger}
        menuState={isOpen ? 'open' : 'closed'}
        onPress={() => setIsOpen(!isOpen)}
      >
        {children}
      </IconButton>
      {isOpen && (
        <Suspense fallback={null}>
          <MenuPopover trigger={trigger} label={label} actions={actions} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
