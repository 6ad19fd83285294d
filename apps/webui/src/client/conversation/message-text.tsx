import { lazy, memo, Suspense, useDeferredValue, useState } from 'react';
import { Button } from '../design/button.tsx';
import { longestBlock, longestFormatted, messageBlocks, plainPieces, shortText } from './message-blocks.ts';
import { plainParagraphs } from './plain-answer.ts';

const MessageMarkdown = lazy(async () => ({
  default: memo((await import('./message-markdown.tsx')).MessageMarkdown),
}));

type MessageTextProps = { readonly id: string; readonly text: string; readonly isStreaming: boolean };

/** Markdown; its plain text until the code that draws it is loaded, which plain sentences never need. */
export const MessageText = memo(function MessageText({ id, text, isStreaming }: MessageTextProps) {
  // While text pours in, drawing it may lag behind: typing and scrolling go first.
  const shown = useDeferredValue(text);
  return (
    <div className="prose" {...(isStreaming && { 'data-streaming': true })}>
      <Formatted id={id} text={shown} isStreaming={isStreaming} />
    </div>
  );
});

function Formatted({ id, text, isStreaming }: MessageTextProps) {
  // What is long stands there plain at first, and is formatted block by block between what the person does.
  const isFormatted = useDeferredValue(true, text.length <= shortText);
  if (text.length > longestFormatted) {
    return (
      <>
        <p className="muted small">This answer is too long to be formatted, so it is shown as plain text.</p>
        <PlainText text={text} />
      </>
    );
  }
  const paragraphs = plainParagraphs(text);
  if (paragraphs !== null) return <Paragraphs texts={paragraphs} />;
  if (!isFormatted) return <PlainText text={text} />;
  const blocks = messageBlocks(text);
  return blocks.map((block, index) => (
    <Block
      key={index}
      id={index === 0 ? id : `${id}-${index}`}
      text={block}
      isGrowing={isStreaming && index === blocks.length - 1}
    />
  ));
}

type BlockProps = { readonly id: string; readonly text: string; readonly isGrowing: boolean };

/** Drawn anew only when its own text changed: while an answer grows, that is its last block. */
const Block = memo(function Block({ id, text, isGrowing }: BlockProps) {
  const [isWanted, setIsWanted] = useState(false);
  if (isGrowing && text.length > shortText) return <PlainText text={text} />;
  if (text.length > longestBlock && !isWanted) {
    return (
      <div>
        <PlainText text={text} />
        <Button size="small" onPress={() => setIsWanted(true)}>
          Show formatted
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<p className="plain-text">{text}</p>}>
      <MessageMarkdown id={id} text={text} />
    </Suspense>
  );
});

function PlainText({ text }: { readonly text: string }) {
  return (
    <div>
      {plainPieces(text).map((piece, index) => (
        <PlainPiece key={index} text={piece} />
      ))}
    </div>
  );
}

const PlainPiece = memo(function PlainPiece({ text }: { readonly text: string }) {
  return <div className="plain-text">{text}</div>;
});

function Paragraphs({ texts }: { readonly texts: readonly string[] }) {
  // An answer without a word yet still has a place for its caret.
  return (texts.length === 0 ? [''] : texts).map((text, index) => <p key={index}>{text}</p>);
}
