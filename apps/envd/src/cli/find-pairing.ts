import { folderNameSchema } from '../config/config-table.ts';
import { parseHostUrl } from '../pairing/host-url.ts';
import { defaultAlias } from '../pairing/pairing-store.ts';
import type { PairingStore, StoredHost } from '../pairing/pairing-store.ts';
import { CliError } from './cli-error.ts';

export type FoundPairing = { readonly alias: string; readonly host: StoredHost };

/** Which Host is meant, by URL or by alias. The same URL is the same pairing, whatever else is on the command line. */
export const findPairing = async (
  target: string,
  wantedAlias: string | undefined,
  store: PairingStore,
): Promise<FoundPairing> =>
  target.includes('://')
    ? findByUrl(parseHostUrl(target), wantedAlias, store)
    : findByAlias(target, wantedAlias, store);

const findByUrl = async (
  url: string,
  wantedAlias: string | undefined,
  store: PairingStore,
): Promise<FoundPairing> => {
  const known = await store.findByUrl(url);
  if (known !== null) {
    if (wantedAlias === undefined || wantedAlias === known.alias) return known;
    throw new CliError(
      'usage',
      `${url} is paired under the alias "${known.alias}"; use that, or leave --alias out.`,
    );
  }
  const alias = wantedAlias ?? defaultAlias(url);
  const taken = await store.findByAlias(alias);
  if (taken === null) return { alias, host: { url } };
  throw new CliError('usage', `The alias "${alias}" belongs to ${taken.host.url}; choose another --alias.`);
};

const findByAlias = async (
  alias: string,
  wantedAlias: string | undefined,
  store: PairingStore,
): Promise<FoundPairing> => {
  if (wantedAlias !== undefined && wantedAlias !== alias) {
    throw new CliError('usage', `--alias "${wantedAlias}" contradicts "${alias}"; leave --alias out.`);
  }
  const known = folderNameSchema.safeParse(alias).success ? await store.findByAlias(alias) : null;
  if (known !== null) return { alias, host: { ...known.host, url: parseHostUrl(known.host.url) } };
  const aliases = await store.aliases();
  const hint = aliases.length === 0 ? 'Nothing is paired yet' : `Paired are: ${aliases.sort().join(', ')}`;
  throw new CliError(
    'usage',
    `"${alias}" is neither a URL nor the alias of a paired Host. ${hint}. Connect by URL first, such as https://ui.example.`,
  );
};
