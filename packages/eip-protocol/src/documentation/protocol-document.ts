import { exampleConversation, recoveryExample, zoomExample } from './inserts/conversation.ts';
import { digestExamples } from './inserts/digests.ts';
import { frameExamples, frameKinds, resetStatusTable } from './inserts/frames.ts';
import type { Sha256 } from './inserts/hex.ts';
import { carrierLimits, defaultLimitTable, durationTable, sizeLimitTable } from './inserts/limits.ts';
import {
  envelopeExample,
  errorDetails,
  errorExample,
  errorTableText,
  httpExample,
  keyNameList,
  safeDetailTable,
  stdioExample,
} from './inserts/messages.ts';
import { pairingExchange } from './inserts/pairing.ts';
import {
  additionTable,
  admissionOrder,
  desktopRefusals,
  schemaFileTable,
  versionTable,
} from './inserts/rules.ts';
import { protocolSchema } from './json-schema/protocol-schema.ts';
import { slugOf } from './markdown.ts';
import { methodChapter, type Versions } from './method-chapter.ts';
import { shapeChapter } from './shape-chapter.ts';

export type DocumentParts = {
  /** Markdown in the order of the document; `<!-- insert name -->` stands where something is generated. */
  readonly chapters: readonly string[];
  readonly sha256: Sha256;
};

/** The whole of docs/protocol.md. Throws for an insert that does not exist. */
export function protocolDocument({ chapters, sha256 }: DocumentParts): string {
  const inserts = createInserts(sha256);
  const body = chapters
    .map((chapter) => chapter.trim().replaceAll(insertMark, insertFrom(inserts)))
    .join('\n\n');
  return [
    '# Environment Interaction Protocol',
    'Made from `packages/eip-protocol`; a test keeps the two equal. It says all that is needed to write a client or a daemon.',
    '<!-- prettier-ignore-start -->',
    tableOfContents(body),
    body,
    '<!-- prettier-ignore-end -->\n',
  ].join('\n\n');
}

const insertMark = /<!-- insert ([a-z-]+) -->/g;

function insertFrom(inserts: Readonly<Record<string, () => string>>) {
  return (_mark: string, name: string): string => {
    const insert = inserts[name];
    if (!insert) throw new Error(`There is no insert ${name}.`);
    return insert();
  };
}

function createInserts(sha256: Sha256): Readonly<Record<string, () => string>> {
  const versions: Versions = { first: protocolSchema('0.1'), next: protocolSchema('0.100') };
  return {
    'envelope-example': envelopeExample,
    'error-example': errorExample,
    'error-details': () => errorDetails(versions.first),
    'error-table': errorTableText,
    'safe-details': safeDetailTable,
    'admission-order': admissionOrder,
    'size-limits-of-carriers': carrierLimits,
    'pairing-exchange': () => pairingExchange(sha256),
    'stdio-example': stdioExample,
    'http-example': httpExample,
    versions: versionTable,
    'digest-examples': () => digestExamples(sha256),
    'frame-kinds': frameKinds,
    'frame-examples': frameExamples,
    'reset-statuses': resetStatusTable,
    'key-names': keyNameList,
    'desktop-refusals': desktopRefusals,
    methods: () => methodChapter(versions),
    shapes: () => shapeChapter(versions),
    additions: () => additionTable(versions),
    'default-limits': defaultLimitTable,
    'size-limits': sizeLimitTable,
    durations: durationTable,
    conversation: () => exampleConversation(sha256),
    recovery: () => recoveryExample(sha256),
    zoom: zoomExample,
    'schema-files': schemaFileTable,
  };
}

/** Chapters and their sections; methods and shapes have an index of their own. */
function tableOfContents(body: string): string {
  const headings = [...body.matchAll(/^(##|###) (.+)$/gm)];
  let chapter = '';
  const lines = headings.flatMap(([, marks, title = '']) => {
    if (marks === '##') chapter = title;
    if (marks === '###' && chapter === 'Shapes') return [];
    return [`${marks === '##' ? '' : '  '}- [${title}](#${slugOf(title)})`];
  });
  return lines.join('\n');
}
