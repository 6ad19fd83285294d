import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import type { ModelDraft } from './model-draft.ts';
import { providers } from './providers.ts';

type KeyFieldProps = {
  readonly draft: ModelDraft;
  readonly error: string | undefined;
  readonly isStored: boolean;
  readonly onChange: (change: Partial<ModelDraft>) => void;
};

/** A key goes in and never comes out: a stored one is kept, replaced or removed, never shown. */
export function KeyField({ draft, error, isStored, onChange }: KeyFieldProps) {
  if (isStored && draft.keyEdit !== 'replace') {
    const isKept = draft.keyEdit === 'keep';
    return (
      <div className="field" role="group" aria-label="API key">
        <span className="field-label">API key</span>
        <div className="key-kept">
          <span>
            {isKept ? 'One is stored. It is never shown.' : 'The stored key is removed when you save.'}
          </span>
          {isKept && (
            <Button size="small" onPress={() => onChange({ keyEdit: 'replace' })}>
              Replace
            </Button>
          )}
          <Button size="small" onPress={() => onChange({ keyEdit: isKept ? 'remove' : 'keep' })}>
            {isKept ? 'Remove' : 'Keep it'}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div>
      <TextField
        label={providers[draft.provider].needsKey ? 'API key' : 'API key (if the server wants one)'}
        type="password"
        autoComplete="off"
        value={draft.apiKey}
        onChange={(apiKey) => onChange({ apiKey })}
        hint={
          isStored
            ? 'Takes the place of the stored one. Left empty, that stays.'
            : 'Stored encrypted on this server, and never shown again.'
        }
        error={error}
        isMono
      />
      {isStored && (
        <div className="form-examples">
          <Button size="small" onPress={() => onChange({ keyEdit: 'keep', apiKey: '' })}>
            Keep the stored one
          </Button>
        </div>
      )}
    </div>
  );
}
