const followed = ['http:', 'https:', 'mailto:'];

export type LinkTarget = {
  readonly href: string;
  /** The host, or the address of a letter: what tells the person where it leads. */
  readonly place: string;
};

/** Where a link of a model leads; `null` where it is not to be followed: it is shown as text then. */
export function linkTarget(address: string): LinkTarget | null {
  const url = URL.parse(address);
  if (url === null || !followed.includes(url.protocol)) return null;
  const place = url.protocol === 'mailto:' ? url.pathname : url.host;
  return place === '' ? null : { href: url.href, place };
}
