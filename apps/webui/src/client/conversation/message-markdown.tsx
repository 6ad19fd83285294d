import { isValidElement, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { levelHeadings } from './level-headings.ts';
import { linkTarget } from './link-target.ts';
import { useHighlight } from './use-highlight.ts';

const remarkPlugins = [remarkGfm];
const plainPlugins = [levelHeadings];

type MessageMarkdownProps = { readonly id: string; readonly text: string };

/** What a model wrote: untrusted, so neither HTML nor images of it are ever loaded, and links say where they lead. */
export function MessageMarkdown({ id, text }: MessageMarkdownProps) {
  const highlight = useHighlight(text.includes('```') || text.includes('~~~'));
  return (
    <Markdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={highlight === null ? plainPlugins : [levelHeadings, highlight]}
      remarkRehypeOptions={{ clobberPrefix: `${id}-` }}
      urlTransform={(url) => url}
      components={components}
    >
      {text}
    </Markdown>
  );
}

const components: Components = {
  a: ({ href, children }) => <MessageLink href={href}>{children}</MessageLink>,
  img: ({ src, alt }) => <ImageAddress src={typeof src === 'string' ? src : ''} alt={alt ?? ''} />,
  pre: ({ node, children }) => (
    <CodeBlock language={languageOf(children)} code={textOf(node)}>
      {children}
    </CodeBlock>
  ),
  table: ({ children }) => (
    <div className="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>{children}</table>
    </div>
  ),
  input: ({ checked }) => (
    <input type="checkbox" checked={checked === true} disabled readOnly aria-label="Task" />
  ),
};

function MessageLink({
  href,
  children,
}: {
  readonly href: string | undefined;
  readonly children?: ReactNode;
}) {
  const target = linkTarget(href ?? '');
  if (target === null) return <bdi>{children}</bdi>;
  const says = typeof children === 'string' && children.includes(target.place);
  return (
    <>
      <a href={target.href} title={target.href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
      {!says && <span className="link-place"> ({target.place})</span>}
    </>
  );
}

function ImageAddress({ src, alt }: { readonly src: string; readonly alt: string }) {
  return (
    <span className="image-address">
      Image
      {alt !== '' && (
        <>
          {' '}
          “<bdi>{alt}</bdi>”
        </>
      )}
      , not loaded: <code>{src}</code>
    </span>
  );
}

type TextNode = { readonly value?: unknown; readonly children?: readonly TextNode[] };

function textOf(node: TextNode | undefined): string {
  if (node === undefined) return '';
  return typeof node.value === 'string' ? node.value : (node.children ?? []).map(textOf).join('');
}

function languageOf(children: ReactNode): string | null {
  if (!isValidElement<{ className?: string }>(children)) return null;
  return /language-([\w+#.-]{1,24})/.exec(children.props.className ?? '')?.[1] ?? null;
}
