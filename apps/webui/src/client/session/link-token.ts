/** The one-time token of `…#token=<token>`; `null` without one. It is judged by the server, not here. */
export function readLinkToken(fragment: string): string | null {
  const token = new URLSearchParams(fragment.replace(/^#/, '')).get('token');
  return token === null || token === '' ? null : token;
}
