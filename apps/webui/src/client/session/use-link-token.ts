import { useEffect, useState } from 'react';
import { readLinkToken } from './link-token.ts';

/**
 * The token of the address' fragment, which is then removed from the address bar and the history. A link that is opened
 * where its page is already shown changes only the fragment, so that is listened to as well.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => readLinkToken(window.location.hash));
  useEffect(() => {
    const onHashChange = () => {
      const next = readLinkToken(window.location.hash);
      if (next !== null) setToken(next);
      removeFragment();
    };
    removeFragment();
    window.addEventListener('hashchange', onHashChange);
    return () => window.removeEventListener('hashchange', onHashChange);
  }, []);
  return token;
}

function removeFragment(): void {
  if (window.location.hash === '') return;
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
}
