import { presets, type Operation } from '../../shared/bindings.ts';
import type { DeviceDesktop } from '../../shared/devices.ts';
import { labelOf, listInWords, type CeilingChoice } from './ceiling.ts';

/** True if the device, as it last described itself, can carry the action out. */
export function isServed(operation: Operation, desktop: DeviceDesktop): boolean {
  return desktop.available_methods.includes(operation.replace(/^environment\./, ''));
}

const fixedWords = {
  'desktop-observe': 'List displays and take screenshots. No input.',
  single: 'Choose single actions. Everything else is denied.',
} as const;

/** What a choice allows on this very device; `null` while it is not known what the device serves. */
export function choiceWords(choice: CeilingChoice, desktop: DeviceDesktop | null): string {
  switch (choice) {
    case 'files':
      return filesWords(desktop);
    case 'desktop-control':
      return controlWords(desktop);
    case 'desktop-observe':
      return desktop !== null && servedOf(choice, desktop).length === 0
        ? `${fixedWords[choice]} This device offers no computer use now.`
        : fixedWords[choice];
    case 'single':
      return fixedWords[choice];
  }
}

function filesWords(desktop: DeviceDesktop | null): string {
  if (desktop === null)
    return 'Files and commands in the working directory, as far as the device serves them. Nothing on the desktop.';
  return servedOf('files', desktop).length === 0
    ? 'Nothing on the desktop. This device serves no files or commands yet, so it allows nothing there now.'
    : 'Read and write files and run commands in the working directory. Nothing on the desktop.';
}

function controlWords(desktop: DeviceDesktop | null): string {
  if (desktop === null) return 'See the desktop and act on it, as far as the device serves that.';
  const served = servedOf('desktop-control', desktop);
  if (served.length === 0) return 'See the desktop and act on it. This device offers no computer use now.';
  const missing = operationsOf('desktop-control').filter((operation) => !served.includes(operation));
  return `${sentence(served)}${missing.length === 0 ? '' : ` Not served by this device: ${sentence(missing).toLowerCase()}`}`;
}

function servedOf(choice: CeilingChoice, desktop: DeviceDesktop): readonly Operation[] {
  return operationsOf(choice).filter((operation) => isServed(operation, desktop));
}

function operationsOf(choice: CeilingChoice): readonly Operation[] {
  return presets.find(({ id }) => id === choice)?.operations ?? [];
}

function sentence(operations: readonly Operation[]): string {
  const words = listInWords(operations.map((operation) => labelOf(operation).toLowerCase()));
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
