import { useId, useState, type SubmitEvent } from 'react';
import { apiTokenCreateSchema, type TokenScope } from '../../shared/access.ts';
import { Button } from '../design/button.tsx';
import { Checkbox } from '../design/choice.tsx';
import { Dialog } from '../design/dialog.tsx';
import { SelectField, TextField } from '../design/field.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { CopyButton } from '../environments/copy-button.tsx';
import { tokenScopes } from './token-scopes.ts';
import { useCreateToken } from './use-security-action.ts';

const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '366', label: 'A year' },
  { value: 'none', label: 'Until it is revoked' },
] as const;

/** Makes a token and shows it, which happens only once. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  const create = useCreateToken();
  const formId = useId();
  if (create.data !== undefined) {
    return <CreatedToken name={create.data.name} token={create.data.token} onClose={onClose} />;
  }
  return (
    <Dialog
      title="Create API token"
      description="For a program that uses the API in your place."
      width="narrow"
      onClose={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <button className="button" data-variant="primary" type="submit" form={formId}>
            {create.isPending && <span className="spinner" aria-hidden="true" />}
            Create token
          </button>
        </>
      }
    >
      <TokenForm id={formId} onCreate={create.mutate} />
      <ProblemNotice error={create.error} />
    </Dialog>
  );
}

type NewToken = Parameters<ReturnType<typeof useCreateToken>['mutate']>[0];

function TokenForm({ id, onCreate }: { readonly id: string; readonly onCreate: (token: NewToken) => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly TokenScope[]>(['read']);
  const [lifetime, setLifetime] = useState('90');
  const [isChecked, setIsChecked] = useState(false);
  const days = lifetime === 'none' ? null : Number(lifetime);
  const parsed = apiTokenCreateSchema.safeParse({ name, scopes, expires_in_days: days });
  const errorOf = (field: string) =>
    isChecked ? parsed.error?.issues.find((issue) => issue.path[0] === field)?.message : undefined;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (parsed.success) onCreate(parsed.data);
  };
  const scopesError = errorOf('scopes');
  return (
    <form id={id} className="security-form" onSubmit={submit} noValidate aria-label="API token">
      <TextField
        label="Name"
        value={name}
        onChange={setName}
        placeholder="Nightly report"
        hint="What uses it."
        error={errorOf('name')}
        autoFocus
      />
      <fieldset className="security-scopes">
        <legend className="field-label">May</legend>
        {tokenScopes.map(({ scope, label, allows }) => (
          <Checkbox
            key={scope}
            isSelected={scopes.includes(scope)}
            onChange={(isSelected) =>
              setScopes(isSelected ? [...scopes, scope] : scopes.filter((other) => other !== scope))
            }
          >
            <span>
              <strong>{label}</strong> <span className="muted small">{allows}</span>
            </span>
          </Checkbox>
        ))}
        {scopesError !== undefined && (
          <p className="field-error" role="alert">
            {scopesError}
          </p>
        )}
      </fieldset>
      <SelectField label="Good for" value={lifetime} options={lifetimes} onChange={setLifetime} />
    </form>
  );
}

type CreatedProps = { readonly name: string; readonly token: string; readonly onClose: () => void };

function CreatedToken({ name, token, onClose }: CreatedProps) {
  return (
    <Dialog
      title={`Token “${name}”`}
      width="narrow"
      onClose={onClose}
      footer={
        <Button variant="primary" onPress={onClose}>
          Done
        </Button>
      }
    >
      <Notice tone="warn" title="Copy it now">
        It is shown only here and only once: the server keeps no more than its hash.
      </Notice>
      <div className="security-token">
        <code role="group" aria-label="Token">
          {token}
        </code>
        <CopyButton text={token} />
      </div>
      <p className="muted small">
        Send it as <code>Authorization: Bearer …</code> and keep it out of files that others can read.
      </p>
    </Dialog>
  );
}
