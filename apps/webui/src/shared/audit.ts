import * as z from 'zod';

/** The groups by which a person looks through the audit log. */
export const auditKindSchema = z.enum(['access', 'devices', 'ceilings', 'runs', 'approvals', 'settings']);
export type AuditKind = z.infer<typeof auditKindSchema>;

/** Every action that is recorded: its group and what it says of the actor, in plain words. docs/security.md lists the same. */
export const auditActions = {
  'owner.set_up': { kind: 'access', words: 'set the password for the first time' },
  'session.started': { kind: 'access', words: 'signed in' },
  'session.ended': { kind: 'access', words: 'ended a session' },
  'session.all_ended': { kind: 'access', words: 'signed out everywhere' },
  'sign_in.failed': { kind: 'access', words: 'refused to let someone in' },
  'password.changed': { kind: 'access', words: 'changed the password' },
  'token.created': { kind: 'access', words: 'made an API token' },
  'token.revoked': { kind: 'access', words: 'revoked an API token' },
  'pairing.requested': { kind: 'devices', words: 'asked to be paired' },
  'pairing.approved': { kind: 'devices', words: 'approved a device' },
  'pairing.rejected': { kind: 'devices', words: 'rejected a device' },
  'pairing.expired': { kind: 'devices', words: 'ended a pairing request that nobody answered' },
  'device.connected': { kind: 'devices', words: 'connected for the first time' },
  'device.renamed': { kind: 'devices', words: 'renamed a device' },
  'device.revoked': { kind: 'devices', words: 'revoked a device' },
  'device.forgotten': { kind: 'devices', words: 'forgot a device' },
  'ceiling.conversation_saved': { kind: 'ceilings', words: 'changed what a conversation may do' },
  'ceiling.project_saved': { kind: 'ceilings', words: 'changed what a project may do' },
  'conversation.deleted': { kind: 'ceilings', words: 'deleted a conversation' },
  'conversation.exported': { kind: 'ceilings', words: 'exported a conversation' },
  'project.deleted': { kind: 'ceilings', words: 'deleted a project' },
  'run.started': { kind: 'runs', words: 'started a run' },
  'run.stopped': { kind: 'runs', words: 'stopped a run' },
  'run.ended': { kind: 'runs', words: 'ended a run' },
  'approval.approved': { kind: 'approvals', words: 'approved an action' },
  'approval.denied': { kind: 'approvals', words: 'denied an action' },
  'approval.expired': { kind: 'approvals', words: 'let a question run out' },
  'model.created': { kind: 'settings', words: 'added a model' },
  'model.changed': { kind: 'settings', words: 'changed a model' },
  'model.deleted': { kind: 'settings', words: 'removed a model' },
  'model.tested': { kind: 'settings', words: 'tested a model' },
  'agent.created': { kind: 'settings', words: 'added an agent' },
  'agent.changed': { kind: 'settings', words: 'changed an agent' },
  'agent.deleted': { kind: 'settings', words: 'removed an agent' },
} as const satisfies Record<string, { kind: AuditKind; words: string }>;
export type AuditAction = keyof typeof auditActions;

/** The actions that someone without any right can cause: they share a small part of the log. */
export const uninvitedActions: readonly AuditAction[] = [
  'sign_in.failed',
  'pairing.requested',
  'pairing.expired',
];
