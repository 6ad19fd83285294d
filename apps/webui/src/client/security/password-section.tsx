import { useState, type SubmitEvent } from 'react';
import { passwordSchema } from '../../shared/session.ts';
import { Button } from '../design/button.tsx';
import { TextField } from '../design/field.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { SecuritySection } from './security-section.tsx';
import { useSecurityAction } from './use-security-action.ts';

const empty = { current: '', next: '', repeated: '' };
type Draft = typeof empty;

export function PasswordSection() {
  const [draft, setDraft] = useState(empty);
  const [isChecked, setIsChecked] = useState(false);
  const [isDone, setIsDone] = useState(false);
  const action = useSecurityAction(() => {
    setDraft(empty);
    setIsChecked(false);
    setIsDone(true);
  });
  const errors = errorsOf(draft);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    setIsChecked(true);
    if (Object.values(errors).some((error) => error !== undefined)) return;
    action.mutate({ kind: 'change-password', current: draft.current, next: draft.next });
  };
  const shown: Partial<typeof errors> = isChecked ? errors : {};
  const field = (name: keyof Draft) => ({
    type: 'password' as const,
    value: draft[name],
    onChange: (value: string) => {
      setDraft({ ...draft, [name]: value });
      setIsDone(false);
    },
    error: shown[name],
  });
  return (
    <SecuritySection title="Password" lead="Changing it signs every other browser out.">
      <form className="settings-rows security-password" onSubmit={submit} noValidate aria-label="Password">
        <TextField {...field('current')} label="Current password" autoComplete="current-password" />
        <TextField
          {...field('next')}
          label="New password"
          autoComplete="new-password"
          hint="At least 10 characters."
        />
        <TextField {...field('repeated')} label="New password again" autoComplete="new-password" />
        <ProblemNotice error={action.error} />
        <div role="status">
          {isDone && <Notice tone="good">The password is changed. Other browsers are signed out.</Notice>}
        </div>
        <div>
          <Button type="submit" isPending={action.isPending}>
            Change password
          </Button>
        </div>
      </form>
    </SecuritySection>
  );
}

function errorsOf({ current, next, repeated }: Draft) {
  return {
    current: current === '' ? 'Type the password that counts now.' : undefined,
    next: passwordSchema.safeParse(next).error?.issues[0]?.message,
    repeated: next === repeated ? undefined : 'The two passwords differ.',
  };
}
