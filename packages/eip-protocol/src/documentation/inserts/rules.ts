import { methodNames } from '../../operation-table.ts';
import { protocolVersions } from '../../protocol-version.ts';
import { code, markdownTable } from '../markdown.ts';
import { additionsOf, methodLink, type Versions } from '../method-chapter.ts';

/** What the daemon names when several things are wrong. */
export function admissionOrder(): string {
  const rows = [
    ['the text', '`parse_error`', '`id: null`'],
    ['the envelope', '`invalid_request`', '`id: null` when it is the id'],
    ['`initialize` has not happened', '`not_initialized`', 'also for unknown methods'],
    ['the method is unknown, or this device does not serve it', '`method_not_found`', ''],
    ['`eip_session` is missing, or must not be there', '`invalid_request`', '`field: eip_session`'],
    [
      'there is no such session on this connection',
      '`not_found_or_denied`',
      '`after_refresh`, `field: eip_session`',
    ],
    ['the session does not serve the method', '`method_not_found`', ''],
    ['the session is not ready', '`not_initialized`', '`after_refresh`'],
    ['params, their numbers included', '`invalid_params`', '`field`'],
    [
      'the ledger: the same id with another digest, running, ended without evidence, no room',
      '`conflict`, `operation_in_progress`, `conflict`, `busy`',
      'see [ledger](#ledger)',
    ],
    ['what the method itself refuses', '', 'see there'],
  ];
  return markdownTable(
    ['', 'what is wrong', 'error', 'more'],
    rows.map((row, index) => [String(index + 1), ...row]),
  );
}

export function versionTable(): string {
  const notes = {
    '0.1': 'public; what foreign clients and daemons speak',
    '0.100': 'everything of 0.1 and the [additions](#version-0100)',
  };
  return markdownTable(
    ['version', ''],
    [...protocolVersions].reverse().map((version) => [code(version), notes[version]]),
  );
}

export function additionTable(versions: Versions): string {
  return markdownTable(
    ['method', 'member', 'type', 'presence or default', 'meaning'],
    methodNames.flatMap((method) =>
      ['params', 'result'].flatMap((part) =>
        additionsOf(`${method}.${part}`, versions)
          .filter(
            ({ type, name }) => !type.includes('#shape-ComputerObservation') && !name.includes('pointer.'),
          )
          .map(({ name, type, presence, meaning }) => [
            methodLink(method),
            code(name),
            type,
            presence,
            meaning,
          ]),
      ),
    ),
  );
}

/** Refusals before the first event, as the desktop gives them. */
export function desktopRefusals(): string {
  return markdownTable(
    ['what', 'error', 'hint', 'field'],
    [
      ['the reference is unknown, expired or pushed out', 'conflict', 'after_refresh', 'observation_id'],
      ['the monitors have changed', 'conflict', 'after_refresh', 'observation_id'],
      ['the point is outside of the image', 'invalid_params', 'never', 'point, start, end, path'],
      ['the region is outside of the parent’s image', 'invalid_params', 'never', 'region'],
      ['the point is on no monitor', 'invalid_params', 'never', 'point'],
      ['no such target', 'invalid_params', 'after_refresh', 'target_id'],
      ['input is held', 'conflict', 'after_refresh', ''],
      ['a key stands twice', 'invalid_params', 'never', 'keys'],
      ['the layout has no such key', 'unsupported', 'never', 'keys, modifiers'],
      ['pixels where only steps are taken', 'unsupported', 'never', 'unit'],
      ['this desktop cannot do that at all', 'unsupported', 'never', ''],
      ['no monitor is connected', 'provider_unavailable', 'after_refresh', ''],
      ['no connection to the desktop, or it was lost', 'provider_unavailable', 'after_refresh', ''],
      [
        'the system withholds access, or returned an empty image',
        'provider_unavailable',
        'after_refresh',
        '',
      ],
      ['the display server does not answer', 'provider_unavailable', 'after_refresh', ''],
      ['more than 64 megapixels', 'quota_exceeded', 'never', ''],
      ['the encoded image exceeds 4 MiB', 'quota_exceeded', 'never', 'max_dimension, format'],
      ['no room for another image', 'quota_exceeded', 'after_capacity', ''],
      ['too many wait for their turn', 'busy', 'after_capacity', ''],
    ].map(([what = '', error = '', hint = '', field = '']) => [
      what,
      code(error),
      code(hint),
      field === '' ? '' : field.split(', ').map(code).join(', '),
    ]),
  );
}

export function schemaFileTable(): string {
  return markdownTable(
    ['version', 'file'],
    [...protocolVersions]
      .reverse()
      .map((version) => [
        code(version),
        `[packages/eip-protocol/schema/${version}.json](../packages/eip-protocol/schema/${version}.json)`,
      ]),
  );
}
