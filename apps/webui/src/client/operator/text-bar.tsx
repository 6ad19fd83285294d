import { useId, useState, type SubmitEvent } from 'react';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import type { ToolCall } from '../../shared/threads.ts';
import { Button } from '../design/button.tsx';
import { GrowingText } from '../design/growing-text.tsx';
import { textIssue } from './text-issue.ts';

type TextBarProps = {
  readonly alias: string;
  readonly isBusy: boolean;
  readonly onCall: (call: ComputerToolCall, onAnswer: (answer: ToolCall) => void) => void;
};

/** Literal text, several lines too. It stays until it was typed whole, so that nobody writes it twice. */
export function TextBar({ alias, isBusy, onCall }: TextBarProps) {
  const [text, setText] = useState('');
  const id = useId();
  const issue = textIssue(text);
  const type = () => {
    if (text === '' || issue !== null || isBusy) return;
    onCall({ tool: 'computer_type_text', arguments: { alias, text } }, ({ result }) => {
      if (result?.kind === 'action' && result.ok) setText((now) => (now === text ? '' : now));
    });
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    type();
  };
  return (
    <form className="key-form" aria-label="Text" onSubmit={submit} noValidate>
      <div className="key-row">
        <div className="field" data-inline>
          <label htmlFor={id}>Text</label>
          <GrowingText
            id={id}
            className="input text-to-type"
            value={text}
            placeholder="Text to type; Shift+Enter for a new line"
            describedBy={issue === null ? undefined : `${id}-issue`}
            onChange={setText}
            onSend={type}
          />
          {issue !== null && (
            <span id={`${id}-issue`} className="field-error" role="alert">
              {issue}
            </span>
          )}
        </div>
        <Button type="submit" size="small" isDisabled={isBusy || text === '' || issue !== null}>
          Type text
        </Button>
      </div>
    </form>
  );
}
