import { lazy, memo, Suspense, useDeferredValue } from 'react';

const MessageMarkdown = lazy(async () => ({
  default: (await import('./message-markdown.tsx')).MessageMarkdown,
}));

type MessageTextProps = { readonly id: string; readonly text: string; readonly isStreaming: boolean };

/** Markdown; its plain text until the code that draws it is loaded. */
export const MessageText = memo(function MessageText({ id, text, isStreaming }: MessageTextProps) {
  // While text pours in, drawing it may lag behind: typing and scrolling go first.
  const shown = useDeferredValue(text);
  return (
    <div className="prose" {...(isStreaming && { 'data-streaming': true })}>
      <Suspense fallback={<p className="plain-text">{shown}</p>}>
        {shown === '' ? <p /> : <MessageMarkdown id={id} text={shown} />}
      </Suspense>
    </div>
  );
});
