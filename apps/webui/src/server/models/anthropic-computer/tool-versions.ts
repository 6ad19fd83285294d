/** The computer tools of Anthropic that the installed SDK speaks. */
export type ComputerToolVersion = '20250124' | '20251124' | 'toolset_20260801';

/**
 * Which model takes which, as the provider documents it; docs/models.md names the source. A model that stands in no
 * row gets our own tools, which every model with function calling takes.
 */
const modelsByVersion: Readonly<Record<ComputerToolVersion, readonly string[]>> = {
  toolset_20260801: [
    ...['claude-opus-5-5', 'claude-sonnet-5-5', 'claude-opus-5', 'claude-sonnet-5'],
    ...['claude-fable-5', 'claude-fable-5-1', 'claude-opus-4-8'],
  ],
  '20251124': ['claude-opus-4-7', 'claude-opus-4-6', 'claude-sonnet-4-6', 'claude-opus-4-5'],
  '20250124': [
    ...['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-4-1', 'claude-opus-4', 'claude-opus-4-0'],
    ...['claude-sonnet-4', 'claude-sonnet-4-0', 'claude-3-7-sonnet'],
  ],
};

const versionByModel = new Map(
  (['toolset_20260801', '20251124', '20250124'] as const).flatMap((version) =>
    modelsByVersion[version].map((model) => [model, version] as const),
  ),
);

/** Also of a dated name (`claude-sonnet-4-5-20250929`) and of a router’s (`anthropic/claude-sonnet-4.5`). */
export function computerToolVersion(providerModel: string): ComputerToolVersion | undefined {
  const name = /claude-[a-z0-9-]+/.exec(providerModel.toLowerCase().replaceAll('.', '-'))?.[0] ?? '';
  return versionByModel.get(name.replace(/-(\d{8}|latest)$/, ''));
}
