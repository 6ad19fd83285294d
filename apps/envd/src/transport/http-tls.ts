import { createSecureContext } from 'node:tls';
import type { WindowsSystem } from '@harness-desktop/native-input';
import { CliError } from '../cli/cli-error.ts';
import { readGuardedFile } from './guarded-file.ts';

export type TlsMaterial = { readonly cert: string; readonly key: string };

export type TlsFiles = {
  readonly certificateFile: string | undefined;
  readonly keyFile: string | undefined;
};

const certificateFlag = '--http-tls-certificate-file';
const keyFlag = '--http-tls-key-file';
/** `null` without TLS; throws a `CliError` for half of it or files that do not belong together. */
export const readTls = async (
  { certificateFile, keyFile }: TlsFiles,
  windows: WindowsSystem | null,
): Promise<TlsMaterial | null> => {
  if (certificateFile === undefined && keyFile === undefined) return null;
  if (certificateFile === undefined || keyFile === undefined) {
    const [given, missing] = keyFile === undefined ? [certificateFlag, keyFlag] : [keyFlag, certificateFlag];
    throw new CliError('usage', `${given} needs ${missing} beside it.`);
  }
  const material = {
    cert: await readGuardedFile({
      path: certificateFile,
      flag: certificateFlag,
      allowed: 'anybody',
      windows,
    }),
    // A group of its own often guards keys.
    key: await readGuardedFile({ path: keyFile, flag: keyFlag, allowed: 'named', windows }),
  };
  try {
    createSecureContext(material);
  } catch (cause) {
    throw new CliError(
      'usage',
      `${certificateFlag} ${certificateFile} and ${keyFlag} ${keyFile} are not a PEM certificate and its key.`,
      { cause },
    );
  }
  return material;
};
