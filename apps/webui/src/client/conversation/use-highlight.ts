import { useEffect, useState } from 'react';
import type { Options } from 'react-markdown';

type Plugin = NonNullable<Options['rehypePlugins']>[number];

/** The colours of code, loaded when there is the first code to colour; `null` until then. */
export function useHighlight(isWanted: boolean): Plugin | null {
  const [plugin, setPlugin] = useState<{ readonly plugin: Plugin } | null>(null);
  useEffect(() => {
    if (!isWanted || plugin !== null) return;
    let isGone = false;
    void import('rehype-highlight').then(({ default: rehypeHighlight }) => {
      if (!isGone) setPlugin({ plugin: [rehypeHighlight, { detect: false }] });
    });
    return () => {
      isGone = true;
    };
  }, [isWanted, plugin]);
  return plugin?.plugin ?? null;
}
