import type { createAnthropic } from '@ai-sdk/anthropic';
import { jsonSchema, type ToolSet } from 'ai';
import type { ComputerToolName } from '../../../shared/computer-tools.ts';
import { anthropicPictures, largestSide, pictureSize } from '../adapters/largest-side.ts';
import type { SeenEnvironment, Size, ToolContext } from '../model-adapter.ts';
import type { ComputerToolVersion } from './tool-versions.ts';

/** The name under which models know the provider's tool. */
export const computerToolName = 'computer';

type AnthropicTools = ReturnType<typeof createAnthropic>['tools'];

type ToolParts = {
  readonly version: ComputerToolVersion;
  readonly names: readonly ComputerToolName[];
  readonly context: ToolContext;
};

/** The provider's own computer tool, for the default desktop. What its input says is checked by `mapAction`. */
export function computerTool(tools: AnthropicTools, { version, names, context }: ToolParts): ToolSet {
  const mayZoom = names.includes('computer_zoom');
  switch (version) {
    case '20250124':
      return named(tools.computer_20250124(displaySize(context)));
    case '20251124':
      return named(tools.computer_20251124({ ...displaySize(context), enableZoom: mayZoom }));
    case 'toolset_20260801':
      return named(tools.computerToolset_20260801({ configs: switchedOff(names) }));
  }
}

/** The SDK would answer a wrong input by itself, in words that help no model. */
const anyInput = jsonSchema<never>({ type: 'object' });

const named = (tool: ToolSet[string]): ToolSet => ({
  [computerToolName]: { ...tool, inputSchema: anyInput },
});

export function defaultEnvironment({ environments }: ToolContext): SeenEnvironment | undefined {
  return environments.find(({ is_default }) => is_default) ?? environments[0];
}

/** Coordinates are pixels of the screenshots, so the tool is told their size. */
function displaySize(context: ToolContext): { displayWidthPx: number; displayHeightPx: number } {
  const display = defaultEnvironment(context)?.displays[0];
  const { width, height } = context.newest(null) ?? expectedSize(display);
  return { displayWidthPx: width, displayHeightPx: height };
}

const expectedSize = (display: Size | undefined): Size =>
  pictureSize(display ?? { width: 1024, height: 768 }, largestSide(anthropicPictures, display));

/** Each action of the toolset, and which tool of ours it needs. */
const needs = {
  screenshot: 'computer_observe',
  cursor_position: 'computer_observe',
  zoom: 'computer_zoom',
  left_click: 'computer_click',
  right_click: 'computer_click',
  middle_click: 'computer_click',
  double_click: 'computer_click',
  triple_click: 'computer_click',
  mouse_move: 'computer_move',
  left_click_drag: 'computer_drag',
  scroll: 'computer_scroll',
  type: 'computer_type_text',
  key: 'computer_press_keys',
  hold_key: 'computer_press_keys',
  // A button is never left pressed between two calls.
  left_mouse_down: null,
  left_mouse_up: null,
} as const satisfies Record<string, ComputerToolName | null>;

function switchedOff(names: readonly ComputerToolName[]): Record<string, { enabled: false }> {
  const off = Object.entries(needs).filter(([, tool]) => tool === null || !names.includes(tool));
  return Object.fromEntries(off.map(([action]) => [action, { enabled: false }]));
}
