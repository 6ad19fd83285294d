import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WebSessionView } from '../../shared/access.ts';
import { Button } from '../design/button.tsx';
import { ConfirmDialog } from '../design/dialog.tsx';
import { Status } from '../design/states.tsx';
import { Ago, Time } from '../time/time.tsx';
import { browserWords } from './browser-words.ts';
import { sessionsQuery } from './security-queries.ts';
import { LoadedRows, SecuritySection } from './security-section.tsx';
import { useSecurityAction, useSignOutEverywhere } from './use-security-action.ts';

export function SessionsSection() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <SecuritySection
      title="Sessions"
      lead="Browsers that are signed in. A session ends 30 days after its last use."
      actions={
        <Button size="small" onPress={() => setIsLeaving(true)}>
          Sign out everywhere
        </Button>
      }
    >
      <LoadedRows isLoaded={sessions !== undefined} error={error} onRetry={() => void refetch()}>
        <ul className="settings-rows" aria-label="Sessions">
          {sessions?.toSorted(thisBrowserFirst).map((session) => (
            <SessionRow key={session.session_id} session={session} />
          ))}
        </ul>
      </LoadedRows>
      {isLeaving && <SignOutEverywhere onClose={() => setIsLeaving(false)} />}
    </SecuritySection>
  );
}

const thisBrowserFirst = (a: WebSessionView, b: WebSessionView): number =>
  Number(b.current) - Number(a.current);

function SessionRow({ session }: { readonly session: WebSessionView }) {
  const [isAsking, setIsAsking] = useState(false);
  const action = useSecurityAction(() => setIsAsking(false));
  const name = browserWords(session.user_agent);
  return (
    <li className="settings-row">
      <div>
        <h4 title={session.user_agent}>{name}</h4>
        <p className="security-facts">
          <span>From {session.address}</span>
          <span>
            Last seen <Ago value={session.last_seen_at} />
          </span>
          <span>
            Signed in <Time value={session.created_at} format="date-time" />
          </span>
        </p>
      </div>
      {session.current ? (
        <Status tone="good">This browser</Status>
      ) : (
        <Button size="small" label={`Sign out ${name}`} onPress={() => setIsAsking(true)}>
          Sign out
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Sign out ${name}?`}
          action="Sign out"
          isPending={action.isPending}
          error={action.error}
          onConfirm={() => action.mutate({ kind: 'end-session', sessionId: session.session_id })}
          onClose={() => setIsAsking(false)}
        >
          <p>That browser sees nothing more at once and has to sign in again. Runs go on.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function SignOutEverywhere({ onClose }: { readonly onClose: () => void }) {
  const leave = useSignOutEverywhere();
  return (
    <ConfirmDialog
      title="Sign out everywhere?"
      action="Sign out everywhere"
      isPending={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      <p>
        Every browser is signed out at once, also this one. API tokens, desktops and runs are not touched.
      </p>
    </ConfirmDialog>
  );
}
