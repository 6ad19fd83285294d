import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import { typedWords } from './typed-words.ts';
import './typed-text.css';

/** The words that a call types, exactly; nothing for other calls. */
export function TypedText({ call }: { readonly call: ComputerToolCall }) {
  const words = typedWords(call);
  if (words === null) return null;
  return (
    <pre className="typed-text" role="group" aria-label="Text to type" tabIndex={0} dir="auto">
      {words}
    </pre>
  );
}
