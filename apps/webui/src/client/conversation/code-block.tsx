import type { ReactNode } from 'react';
import { CopyButton } from '../environments/copy-button.tsx';

type CodeBlockProps = {
  readonly language: string | null;
  /** Without its colours: what is copied. */
  readonly code: string;
  readonly children: ReactNode;
};

export function CodeBlock({ language, code, children }: CodeBlockProps) {
  return (
    <div className="code-block">
      <div className="code-head">
        <span>{language ?? 'Code'}</span>
        <CopyButton text={code} />
      </div>
      <pre tabIndex={0}>{children}</pre>
    </div>
  );
}
