import type { AuditEntry } from '../../shared/access.ts';
import { auditActions, auditKindSchema, type AuditKind } from '../../shared/audit.ts';

/** Who did what: “You revoked a device”. What it was done to is the entry's detail. */
export function auditSentence(entry: Pick<AuditEntry, 'actor_kind' | 'actor_name' | 'action'>): string {
  return `${actorWords(entry)} ${actionWords(entry.action)}`;
}

function actorWords({ actor_kind, actor_name }: Pick<AuditEntry, 'actor_kind' | 'actor_name'>): string {
  switch (actor_kind) {
    case 'owner':
      return 'You';
    case 'token':
      return `The token “${actor_name}”`;
    case 'device':
      return `The device “${actor_name}”`;
    case 'server':
      return 'The server';
  }
}

/** One of a newer server is shown as it is named there. */
function actionWords(action: string): string {
  const known = Object.entries(auditActions).find(([name]) => name === action);
  return known === undefined ? `did ${action}` : known[1].words;
}

const kindLabels: Record<AuditKind, string> = {
  access: 'Sign-ins, sessions and tokens',
  devices: 'Devices',
  ceilings: 'Allowed actions and conversations',
  runs: 'Runs',
  approvals: 'Approvals',
  settings: 'Models and agents',
};

export const auditKindOptions: readonly { readonly value: AuditKind | 'all'; readonly label: string }[] = [
  { value: 'all', label: 'Everything' },
  ...auditKindSchema.options.map((kind) => ({ value: kind, label: kindLabels[kind] })),
];
