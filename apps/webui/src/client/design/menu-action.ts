import type { LucideIcon } from 'lucide-react';

export type MenuAction = {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isDanger?: boolean;
  readonly isChecked?: boolean;
  readonly onAction: () => void;
};
