import { getRouteApi } from '@tanstack/react-router';
import { useState, type SubmitEvent } from 'react';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { SessionCard } from './session-card.tsx';
import { useEnter } from './use-enter.ts';
import { useLinkToken } from './use-link-token.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { next = '/', reason } = route.useSearch();
  const token = useLinkToken();
  const [isLinkUsed, setIsLinkUsed] = useState(false);
  if (token !== null && !isLinkUsed) {
    return <LinkSignIn token={token} next={next} onUsePassword={() => setIsLinkUsed(true)} />;
  }
  return <PasswordSignIn next={next} wasSetUp={reason === 'set-up'} />;
}

/** A press rather than at once: opening a link should not by itself spend it. */
function LinkSignIn(props: {
  readonly token: string;
  readonly next: string;
  readonly onUsePassword: () => void;
}) {
  const enter = useEnter(props.next);
  return (
    <SessionCard title="Sign in" lead="You opened a one-time link. It signs this browser in.">
      <ProblemNotice error={enter.error} />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          enter.mutate({ path: '/api/session/link', body: { token: props.token } });
        }}
      >
        {enter.error === null && (
          <Button type="submit" variant="primary" autoFocus isPending={enter.isPending}>
            Continue
          </Button>
        )}
        <Button onPress={props.onUsePassword}>Use the password instead</Button>
      </form>
    </SessionCard>
  );
}

function PasswordSignIn({ next, wasSetUp }: { readonly next: string; readonly wasSetUp: boolean }) {
  const [password, setPassword] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const enter = useEnter(next);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (password !== '') enter.mutate({ path: '/api/session', body: { password } });
  };
  return (
    <SessionCard title="Sign in to Harness Desktop" lead="With the password of the owner.">
      {wasSetUp && (
        <Notice tone="info" title="That link has done its work">
          It sets the first password, which is set already. Sign in with that.
        </Notice>
      )}
      <form onSubmit={submit} noValidate>
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={isChecked && password === '' ? 'Write your password.' : undefined}
        />
        <ProblemNotice error={enter.error} />
        <Button type="submit" variant="primary" isPending={enter.isPending}>
          Sign in
        </Button>
      </form>
      <p className="field-hint">
        Forgotten? Run <code>harness-ui sign-in-link</code> on the machine that runs it and open the link it
        prints.
      </p>
    </SessionCard>
  );
}
