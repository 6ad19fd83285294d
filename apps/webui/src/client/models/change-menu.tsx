import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { MenuButton } from '../design/menu-button.tsx';

type ChangeMenuProps = {
  /** What is changed or deleted. */
  readonly name: string;
  readonly onChange: () => void;
  readonly onDelete: () => void;
};

export function ChangeMenu({ name, onChange, onDelete }: ChangeMenuProps) {
  return (
    <MenuButton
      label={`Actions of ${name}`}
      actions={[
        { label: 'Change', icon: Pencil, onAction: onChange },
        { label: 'Delete', icon: Trash2, isDanger: true, onAction: onDelete },
      ]}
    >
      <Ellipsis size={16} aria-hidden="true" />
    </MenuButton>
  );
}
