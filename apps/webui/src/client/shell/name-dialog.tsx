import { useId, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/dialog.tsx';
import { TextField } from '../design/field.tsx';
import { ProblemNotice } from '../design/notice.tsx';

type NameDialogProps = {
  readonly title: string;
  readonly label: string;
  readonly action: string;
  readonly name: string;
  readonly maxLength: number;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onSave: (name: string) => void;
  readonly onClose: () => void;
};

export function NameDialog({ title, label, action, maxLength, onSave, ...props }: NameDialogProps) {
  const [name, setName] = useState(props.name);
  const [isChecked, setIsChecked] = useState(false);
  const formId = useId();
  const trimmed = name.trim();
  const error =
    trimmed === ''
      ? 'Write a name.'
      : trimmed.length > maxLength
        ? `Use at most ${maxLength} characters.`
        : undefined;
  return (
    <Dialog
      title={title}
      width="narrow"
      onClose={props.onClose}
      footer={
        <>
          <Button onPress={props.onClose}>Cancel</Button>
          <SubmitButton formId={formId} label={action} isPending={props.isPending} />
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          setIsChecked(true);
          if (error === undefined) onSave(trimmed);
        }}
      >
        <TextField
          label={label}
          value={name}
          onChange={setName}
          autoFocus
          error={isChecked ? error : undefined}
        />
      </form>
      <ProblemNotice error={props.error} />
    </Dialog>
  );
}

function SubmitButton(props: {
  readonly formId: string;
  readonly label: string;
  readonly isPending: boolean;
}) {
  return (
    <button
      className="button"
      data-variant="primary"
      type="submit"
      form={props.formId}
      disabled={props.isPending}
    >
      {props.isPending && <span className="spinner" aria-hidden="true" />}
      {props.label}
    </button>
  );
}
