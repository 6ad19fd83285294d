import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelMessage, SystemModelMessage, ToolSet } from 'ai';
import type { ComputerToolCall, ComputerToolName } from '../../shared/computer-tools.ts';
import type { Provider } from '../../shared/models.ts';

/** A saved model, ready for use. The key is behind a function, so that no log or JSON can show it. */
export type UsableModel = {
  readonly model_id: string;
  readonly name: string;
  readonly provider: Provider;
  readonly provider_model: string;
  readonly base_url: string | null;
  readonly accepts_images: boolean | null;
  readonly revealApiKey: () => string | null;
};

export type Size = { readonly width: number; readonly height: number };

export type Point = { readonly x: number; readonly y: number };

/** A screenshot of this run, by the reference that the model knows. */
export type SeenObservation = Size & {
  readonly observation_id: string;
  readonly alias: string;
  readonly target_id: string;
};

export type SeenEnvironment = {
  readonly alias: string;
  readonly is_default: boolean;
  readonly displays: readonly (Size & { readonly target_id: string; readonly name: string })[];
  /** What a scroll may be measured in there; unknown counts as steps. */
  readonly scroll_units?: readonly ('pixels' | 'steps')[];
};

/** What the model of a run has been shown so far. */
export type ToolContext = {
  readonly environments: readonly SeenEnvironment[];
  /** The newest screenshot of a whole display: a zoom does not count. `null`: of the default environment. */
  newest(alias: string | null): SeenObservation | undefined;
  /** Any screenshot that can still be referred to, zooms too. */
  find(observationId: string): SeenObservation | undefined;
};

/** What one tool call of a model means. */
export type MappedCall =
  | {
      readonly kind: 'calls';
      readonly calls: readonly ComputerToolCall[];
      /** The provider's tool answers actions with a screenshot: observe after them and answer with its image. */
      readonly observeAfter?: boolean;
    }
  | { readonly kind: 'wait'; readonly milliseconds: number; readonly observeAfter?: boolean }
  /** Nothing was sent; the message tells the model what to mend. */
  | { readonly kind: 'invalid'; readonly message: string };

/** The answer to one tool call of a model. `input` as the model gave it. */
export type ToolAnswer = {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  readonly text: string;
  readonly image: { readonly bytes: Uint8Array; readonly mimeType: string } | null;
  readonly isError: boolean;
};

/** How one model is spoken to: its API, its tools and its pictures. */
export type ModelAdapter = {
  readonly languageModel: LanguageModelV3;
  readonly providerOptions: SharedV3ProviderOptions;
  /** The longest side, in pixels, at which the provider does not rescale a screenshot of such a display. */
  observeMaxDimension(display: Size | undefined): number;
  /** A pixel of a screenshot of that size, in the units in which this model speaks of points; for texts. */
  toModelPoint(point: Point, image: Size): Point;
  /** Without `execute`: the caller carries calls out. Ask anew before each step, as sizes can change. */
  tools(names: readonly ComputerToolName[], context: ToolContext): ToolSet;
  toCalls(toolName: string, input: unknown, context: ToolContext): MappedCall;
  /** A tool message, and after it a user message with the images where the API takes none in tool results. */
  toMessages(answers: readonly ToolAnswer[]): ModelMessage[];
  systemMessage(text: string): SystemModelMessage;
  /** Marks what the provider can keep for the next request; call it last, on the messages as they will be sent. */
  withCacheMarks(messages: readonly ModelMessage[]): ModelMessage[];
};
