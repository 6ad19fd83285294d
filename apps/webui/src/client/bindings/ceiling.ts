import { computerOperations, fileOperations, presets, type Operation } from '../../shared/bindings.ts';

type PresetId = (typeof presets)[number]['id'];
/** What *Allowed actions* shows as chosen: a preset when the ceiling is exactly that, else *Custom*. */
export type CeilingChoice = PresetId | 'single';

export function choiceOf(operations: readonly Operation[]): CeilingChoice {
  return presets.find((preset) => isSame(preset.operations, operations))?.id ?? 'single';
}

/** Choosing a preset replaces the ceiling; *Custom* keeps exactly what is there. */
export function applyChoice(choice: CeilingChoice, operations: readonly Operation[]): readonly Operation[] {
  return presets.find((preset) => preset.id === choice)?.operations ?? operations;
}

export function toggleOperation(
  operations: readonly Operation[],
  operation: Operation,
  isAllowed: boolean,
): readonly Operation[] {
  if (!isAllowed) return operations.filter((candidate) => candidate !== operation);
  return operations.includes(operation) ? operations : [...operations, operation];
}

export function hasDesktopActions(operations: readonly Operation[]): boolean {
  return computerOperations.some((operation) => operations.includes(operation));
}

/** One line: the preset's name, or how many actions. */
export function summarizeCeiling(operations: readonly Operation[]): string {
  const preset = presets.find((candidate) => isSame(candidate.operations, operations));
  if (preset !== undefined) return preset.label;
  if (operations.length === 0) return 'No actions';
  return `Custom · ${operations.length} ${operations.length === 1 ? 'action' : 'actions'}`;
}

const operationLabels: Record<Operation, string> = {
  'environment.computer.describe': 'List displays',
  'environment.computer.observe': 'Take screenshots',
  'environment.computer.click': 'Click',
  'environment.computer.move': 'Move the pointer',
  'environment.computer.drag': 'Drag',
  'environment.computer.scroll': 'Scroll',
  'environment.computer.type_text': 'Type text',
  'environment.computer.press_keys': 'Press keys',
  'environment.file.stat': 'File details',
  'environment.file.read_text': 'Read text',
  'environment.file.open_reader': 'Read bytes',
  'environment.file.open_writer': 'Write bytes',
  'environment.file.list': 'List directories',
  'environment.file.find': 'Find files',
  'environment.file.search': 'Search in files',
  'environment.file.write_text': 'Write text',
  'environment.file.mkdir': 'Make directories',
  'environment.file.patch_text': 'Patch text',
  'environment.file.copy': 'Copy',
  'environment.file.move': 'Move and rename',
  'environment.file.remove': 'Remove',
  'environment.shell.exec': 'Run commands',
  'environment.process.start': 'Start processes',
  'environment.process.inspect': 'Inspect processes',
  'environment.process.wait': 'Wait for processes',
  'environment.process.write_stdin': 'Write to processes',
  'environment.process.close_stdin': 'End the input of processes',
  'environment.process.signal': 'Signal processes',
  'environment.process.kill': 'Kill processes',
  'environment.process.release': 'Release processes',
  'environment.output.read': 'Read output',
  'environment.output.release': 'Release output',
  'environment.port.inspect': 'Inspect ports',
  'environment.port.wait': 'Wait for ports',
};

export function labelOf(operation: Operation): string {
  return operationLabels[operation];
}

export type CeilingChange = { readonly added: readonly Operation[]; readonly removed: readonly Operation[] };

/** What is allowed afterwards and was not before, and the other way round. */
export function ceilingChange(before: readonly Operation[], after: readonly Operation[]): CeilingChange {
  return {
    added: after.filter((operation) => !before.includes(operation)),
    removed: before.filter((operation) => !after.includes(operation)),
  };
}

const mostNamed = 8;

/** “Click, Drag and Scroll”; of a long list the first few and how many more. */
export function listInWords(words: readonly string[]): string {
  if (words.length <= 1) return words.join('');
  const isLong = words.length > mostNamed + 1;
  const named = isLong ? words.slice(0, mostNamed) : words.slice(0, -1);
  return `${named.join(', ')} and ${isLong ? `${words.length - mostNamed} more` : (words.at(-1) ?? '')}`;
}

export const operationGroups: readonly {
  readonly label: string;
  readonly operations: readonly Operation[];
}[] = [
  { label: 'See the desktop', operations: computerOperations.slice(0, 2) },
  { label: 'Act on the desktop', operations: computerOperations.slice(2) },
  { label: 'Files', operations: fileOperations.filter((operation) => operation.includes('.file.')) },
  {
    label: 'Commands and ports',
    operations: fileOperations.filter((operation) => !operation.includes('.file.')),
  },
];

function isSame(a: readonly Operation[], b: readonly Operation[]): boolean {
  return a.length === b.length && a.every((operation) => b.includes(operation));
}
