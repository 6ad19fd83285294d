import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { Menu, MenuItem, Popover } from 'react-aria-components';
import type { MenuAction } from './menu-action.ts';
import './menu-popover.css';

type MenuPopoverProps = {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly onClose: () => void;
};

export function MenuPopover({ trigger, label, actions, onClose }: MenuPopoverProps) {
  return (
    <Popover
      className="menu-popover"
      aria-label={label}
      triggerRef={trigger}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Menu className="menu" aria-label={label} autoFocus="first" onClose={onClose}>
        {actions.map((action) => (
          <MenuItem
            key={action.label}
            className="menu-item"
            textValue={action.label}
            onAction={action.onAction}
            {...(action.isDanger === true && { 'data-danger': true })}
          >
            <action.icon size={15} aria-hidden="true" />
            {action.label}
            {action.isChecked === true && (
              <>
                <Check className="check" size={14} aria-hidden="true" />
                <span className="visually-hidden">(chosen)</span>
              </>
            )}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
