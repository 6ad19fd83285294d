import type { Provider } from '../../shared/models.ts';

type ProviderFacts = {
  readonly label: string;
  /** Shown where the provider's own name of the model goes. */
  readonly example: string;
  /** Without one the provider's public address is used. */
  readonly needsAddress: boolean;
  readonly needsKey: boolean;
};

export const providers: Readonly<Record<Provider, ProviderFacts>> = {
  anthropic: { label: 'Anthropic', example: 'claude-sonnet-4-5', needsAddress: false, needsKey: true },
  openai: { label: 'OpenAI', example: 'gpt-5.2', needsAddress: false, needsKey: true },
  google: { label: 'Google', example: 'gemini-3-flash-preview', needsAddress: false, needsKey: true },
  openai_compatible: {
    label: 'OpenAI-compatible server',
    example: 'qwen3-vl:8b',
    needsAddress: true,
    needsKey: false,
  },
};

export const providerOptions = [
  { value: 'anthropic', label: providers.anthropic.label },
  { value: 'openai', label: providers.openai.label },
  { value: 'google', label: providers.google.label },
  { value: 'openai_compatible', label: providers.openai_compatible.label },
] as const satisfies readonly { value: Provider; label: string }[];

/** Where the usual servers listen when nobody has changed it. */
export const serverAddresses = [
  { label: 'Ollama', address: 'http://127.0.0.1:11434/v1' },
  { label: 'LM Studio', address: 'http://127.0.0.1:1234/v1' },
  { label: 'vLLM', address: 'http://127.0.0.1:8000/v1' },
  { label: 'OpenRouter', address: 'https://openrouter.ai/api/v1' },
] as const;
