import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { ApiToken } from '../../shared/access.ts';
import { Button } from '../design/button.tsx';
import { ConfirmDialog } from '../design/dialog.tsx';
import { EmptyState, Status } from '../design/states.tsx';
import { Ago, Time } from '../time/time.tsx';
import { useNow } from '../time/use-now.ts';
import { tokensQuery } from './security-queries.ts';
import { LoadedRows, SecuritySection } from './security-section.tsx';
import { TokenDialog } from './token-dialog.tsx';
import { scopeLabel } from './token-scopes.ts';
import { useSecurityAction } from './use-security-action.ts';

export function TokensSection() {
  const { data: tokens, error, refetch } = useQuery(tokensQuery);
  const [isCreating, setIsCreating] = useState(false);
  return (
    <SecuritySection
      title="API tokens"
      lead="For programs of yours. A token can do what its scopes say, and never manages access itself."
      actions={
        <Button size="small" onPress={() => setIsCreating(true)}>
          Create token
        </Button>
      }
    >
      <LoadedRows isLoaded={tokens !== undefined} error={error} onRetry={() => void refetch()}>
        {tokens?.length === 0 ? (
          <div className="settings-rows">
            <EmptyState icon={KeyRound}>No program has a token.</EmptyState>
          </div>
        ) : (
          <ul className="settings-rows" aria-label="API tokens">
            {tokens?.map((token) => (
              <TokenRow key={token.token_id} token={token} />
            ))}
          </ul>
        )}
      </LoadedRows>
      {isCreating && <TokenDialog onClose={() => setIsCreating(false)} />}
    </SecuritySection>
  );
}

function TokenRow({ token }: { readonly token: ApiToken }) {
  const now = useNow(15_000);
  const [isAsking, setIsAsking] = useState(false);
  const action = useSecurityAction(() => setIsAsking(false));
  const hasExpired = token.expires_at !== null && Date.parse(token.expires_at) <= now;
  return (
    <li className="settings-row">
      <div>
        <h4>{token.name}</h4>
        <p className="security-facts">
          <span>{token.scopes.map(scopeLabel).join(', ')}</span>
          <span>
            {token.expires_at === null ? (
              'Until it is revoked'
            ) : (
              <>
                {hasExpired ? 'Expired' : 'Until'} <Time value={token.expires_at} format="date-time" />
              </>
            )}
          </span>
          <span>
            {token.last_used_at === null ? (
              'Never used'
            ) : (
              <>
                Last used <Ago value={token.last_used_at} />
              </>
            )}
          </span>
        </p>
      </div>
      {hasExpired && <Status tone="neutral">Expired</Status>}
      <Button size="small" label={`Revoke ${token.name}`} onPress={() => setIsAsking(true)}>
        Revoke
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Revoke ${token.name}?`}
          action="Revoke"
          isPending={action.isPending}
          error={action.error}
          onConfirm={() => action.mutate({ kind: 'revoke-token', tokenId: token.token_id })}
          onClose={() => setIsAsking(false)}
        >
          <p>What uses it is refused from now on, and what it listens to is closed at once.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
