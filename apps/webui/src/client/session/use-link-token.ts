import { useEffect, useState } from 'react';
import { readLinkToken } from './link-token.ts';

/** The token of the address' fragment, which is then removed from the address bar and the history. */
export function useLinkToken(): string | null {
  const [token] = useState(() => readLinkToken(window.location.hash));
  useEffect(() => {
    if (window.location.hash === '') return;
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
  }, []);
  return token;
}
