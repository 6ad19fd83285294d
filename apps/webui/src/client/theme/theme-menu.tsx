import { Monitor, Moon, Sun } from 'lucide-react';
import { MenuButton } from '../design/menu-button.tsx';
import { useTheme } from './use-theme.ts';

const themes = [
  { theme: 'system', label: 'System', icon: Monitor },
  { theme: 'light', label: 'Light', icon: Sun },
  { theme: 'dark', label: 'Dark', icon: Moon },
] as const;

export function ThemeMenu() {
  const [theme, choose] = useTheme();
  const Icon = themes.find((entry) => entry.theme === theme)?.icon ?? Monitor;
  return (
    <MenuButton
      label="Appearance"
      actions={themes.map((entry) => ({
        label: entry.label,
        icon: entry.icon,
        isChecked: entry.theme === theme,
        onAction: () => choose(entry.theme),
      }))}
    >
      <Icon size={15} aria-hidden="true" />
    </MenuButton>
  );
}
