import type { LucideIcon } from 'lucide-react';

export type ChoiceItem = {
  readonly id: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly description?: string;
  readonly tone?: 'warn';
};
/** `isAction`: its items do something instead of being chosen. */
export type ChoiceSection = {
  readonly title: string;
  readonly items: readonly ChoiceItem[];
  readonly isAction?: boolean;
};
