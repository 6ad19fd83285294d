import {
  Camera,
  Keyboard,
  Mouse,
  MousePointer2,
  MousePointerClick,
  Move,
  ScanSearch,
  TextCursorInput,
  ZoomIn,
  type LucideIcon,
} from 'lucide-react';
import type { ComputerToolName } from '../../shared/computer-tools.ts';

const icons: Record<ComputerToolName, LucideIcon> = {
  computer_describe: ScanSearch,
  computer_observe: Camera,
  computer_zoom: ZoomIn,
  computer_click: MousePointerClick,
  computer_move: MousePointer2,
  computer_drag: Move,
  computer_scroll: Mouse,
  computer_type_text: TextCursorInput,
  computer_press_keys: Keyboard,
};

export function CallIcon({ tool }: { readonly tool: ComputerToolName }) {
  const Icon = icons[tool];
  return <Icon size={15} aria-hidden="true" />;
}
