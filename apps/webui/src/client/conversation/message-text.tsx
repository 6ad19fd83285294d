import { lazy, memo, Suspense, useDeferredValue } from 'react';
import { plainParagraphs } from './plain-answer.ts';

const MessageMarkdown = lazy(async () => ({
  default: (await import('./message-markdown.tsx')).MessageMarkdown,
}));

type MessageTextProps = { readonly id: string; readonly text: string; readonly isStreaming: boolean };

/** Markdown; its plain text until the code that draws it is loaded, which plain sentences never need. */
export const MessageText = memo(function MessageText({ id, text, isStreaming }: MessageTextProps) {
  // While text pours in, drawing it may lag behind: typing and scrolling go first.
  const shown = useDeferredValue(text);
  const paragraphs = plainParagraphs(shown);
  return (
    <div className="prose" {...(isStreaming && { 'data-streaming': true })}>
      {paragraphs === null ? (
        <Suspense fallback={<p className="plain-text">{shown}</p>}>
          <MessageMarkdown id={id} text={shown} />
        </Suspense>
      ) : (
        <Paragraphs texts={paragraphs} />
      )}
    </div>
  );
});

function Paragraphs({ texts }: { readonly texts: readonly string[] }) {
  // An answer without a word yet still has a place for its caret.
  return (texts.length === 0 ? [''] : texts).map((text, index) => <p key={index}>{text}</p>);
}
