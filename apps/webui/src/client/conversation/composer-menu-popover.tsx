import { Check } from 'lucide-react';
import type { RefObject } from 'react';
import { Header, Menu, MenuItem, MenuSection, Popover, Text } from 'react-aria-components';
import type { ChoiceItem, ChoiceSection } from './composer-menu-sections.ts';
import '../design/menu-popover.css';

type ComposerMenuPopoverProps = {
  readonly trigger: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly chosen: string;
  readonly sections: readonly ChoiceSection[];
  readonly onChoose: (id: string) => void;
  readonly onClose: () => void;
};

export function ComposerMenuPopover({ trigger, label, onClose, ...props }: ComposerMenuPopoverProps) {
  const sections = props.sections.filter((section) => section.items.length > 0);
  return (
    <Popover
      className="menu-popover choice-popover"
      aria-label={label}
      triggerRef={trigger}
      placement="top start"
      offset={6}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Menu className="menu" aria-label={label} autoFocus="first" onClose={onClose}>
        {sections.map((section) => (
          <MenuSection
            key={section.title}
            className="choice-section"
            {...(section.isAction === true
              ? { selectionMode: 'none' }
              : { selectionMode: 'single', selectedKeys: [props.chosen] })}
          >
            {sections.length > 1 && <Header>{section.title}</Header>}
            {section.items.map((item) => (
              <ChoiceMenuItem key={item.id} item={item} onAction={() => props.onChoose(item.id)} />
            ))}
          </MenuSection>
        ))}
      </Menu>
    </Popover>
  );
}

function ChoiceMenuItem({ item, onAction }: { readonly item: ChoiceItem; readonly onAction: () => void }) {
  return (
    <MenuItem id={item.id} className="menu-item" textValue={item.label} onAction={onAction}>
      {({ isSelected }) => (
        <>
          <item.icon size={15} aria-hidden="true" />
          <span>
            <Text slot="label" className="choice-label">
              {item.label}
            </Text>
            {item.description !== undefined && (
              <Text slot="description" className="choice-description" data-tone={item.tone}>
                {item.description}
              </Text>
            )}
          </span>
          {isSelected && <Check className="check" size={14} aria-hidden="true" />}
        </>
      )}
    </MenuItem>
  );
}
