import { useState, type SubmitEvent } from 'react';
import { passwordSchema } from '../../shared/session.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { SessionCard } from './session-card.tsx';
import { useEnter } from './use-enter.ts';
import { useLinkToken } from './use-link-token.ts';

export function SetupPage() {
  const token = useLinkToken();
  if (token === null) return <SetupWithoutLink />;
  return <SetupForm token={token} />;
}

function SetupWithoutLink() {
  return (
    <SessionCard title="Set up Harness Desktop" lead="The owner sets a password with a one-time link.">
      <Notice tone="info" title="Open the link that harness-ui printed">
        It stands in the terminal where <code>harness-ui</code> was started, is valid for 15 minutes and works
        once. If it has expired, restart <code>harness-ui</code> for a new one.
      </Notice>
    </SessionCard>
  );
}

function SetupForm({ token }: { readonly token: string }) {
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const enter = useEnter('/');
  const parsed = passwordSchema.safeParse(password);
  const passwordError = parsed.success ? undefined : parsed.error.issues[0]?.message;
  const repeatedError = password === repeated ? undefined : 'The two passwords differ.';

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (passwordError !== undefined || repeatedError !== undefined) return;
    enter.mutate({ path: '/api/setup', body: { token, password } });
  };
  return (
    <SessionCard title="Welcome to Harness Desktop" lead="Choose the password you will sign in with.">
      <form onSubmit={submit} noValidate>
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          autoFocus
          value={password}
          onChange={setPassword}
          hint="At least 10 characters."
          error={isChecked ? passwordError : undefined}
        />
        <TextField
          label="Password again"
          type="password"
          autoComplete="new-password"
          value={repeated}
          onChange={setRepeated}
          error={isChecked ? repeatedError : undefined}
        />
        <ProblemNotice error={enter.error} />
        <Button type="submit" variant="primary" isPending={enter.isPending}>
          Set password and start
        </Button>
      </form>
    </SessionCard>
  );
}
