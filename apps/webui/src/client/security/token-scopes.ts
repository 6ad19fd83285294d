import type { TokenScope } from '../../shared/access.ts';

/** In the order in which the dialog shows them. */
export const tokenScopes: readonly {
  readonly scope: TokenScope;
  readonly label: string;
  readonly allows: string;
}[] = [
  { scope: 'read', label: 'Read', allows: 'See conversations, screenshots, devices and settings.' },
  { scope: 'run', label: 'Run', allows: 'Start, steer, approve and stop runs, so act on desktops.' },
  {
    scope: 'manage',
    label: 'Manage',
    allows: 'Pair and revoke devices, change bindings, models and agents.',
  },
  { scope: 'metrics', label: 'Metrics', allows: 'Read /metrics, for Prometheus.' },
];

export const scopeLabel = (scope: TokenScope): string =>
  tokenScopes.find((candidate) => candidate.scope === scope)?.label ?? scope;
