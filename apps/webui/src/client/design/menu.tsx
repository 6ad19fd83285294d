import { Check, type LucideIcon } from 'lucide-react';
import type { ReactElement } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import './menu.css';

type MenuAction = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDanger?: boolean;
  readonly isChecked?: boolean;
  readonly onAction: () => void;
};

/** `children` is the button that opens it. */
export function Menu({
  label,
  actions,
  children,
}: {
  readonly label: string;
  readonly actions: readonly MenuAction[];
  readonly children: ReactElement;
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="menu-popover" placement="bottom end" offset={4}>
        <AriaMenu className="menu" aria-label={label}>
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
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
