import { isScalar, parseDocument, visit, type Document, type YAMLError } from 'yaml';
import { environmentConfigurationSchema, type EnvironmentConfiguration } from '../../../shared/bindings.ts';
import { configurationIssues, type ConfigurationContext } from './configuration-issues.ts';
import { rangeOf, type TextRange } from './issue-range.ts';
import { issueWords, type Issue } from './issue-words.ts';

export type YamlProblem = TextRange & {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** From 1. */
  readonly line: number;
};

export type YamlReading = {
  /** `null` while there is an error. */
  readonly configuration: EnvironmentConfiguration | null;
  /** In the order of the text. */
  readonly problems: readonly YamlProblem[];
};

const longest = 64 * 1024;

/** Reads what somebody writes, with everything that is wrong at its place. `refused`: what the server said of it. */
export function readYaml(
  text: string,
  context: ConfigurationContext,
  refused: readonly Issue[] = [],
): YamlReading {
  if (text.length > longest) return unreadable(text, `This is longer than ${longest / 1024} KiB.`);
  const document = parseDocument(text, { prettyErrors: false });
  const broken = [...document.errors, ...document.warnings];
  if (broken.length > 0) {
    const problems = broken.map((error) =>
      problemAt(text, placeOf(error, document), { message: error.message, severity: 'error' }),
    );
    return { configuration: null, problems };
  }
  const value = valueOf(document);
  if (value instanceof Error) return unreadable(text, value.message);
  const parsed = environmentConfigurationSchema.safeParse(value);
  const issues = [
    ...(parsed.error?.issues ?? []).flatMap((issue) => issueWords(issue, value)),
    ...configurationIssues(value, context),
    ...refused,
  ];
  const problems = issues
    .map((issue) => problemAt(text, rangeOf(document, issue.path, issue.of), issue))
    .toSorted((a, b) => a.from - b.from);
  const hasError = problems.some(({ severity }) => severity === 'error');
  return { configuration: hasError ? null : (parsed.data ?? null), problems };
}

/** A quote that is never closed is noticed at the end; it is to be mended where it begins. */
function placeOf({ code, pos: [from, to] }: YAMLError, document: Document): TextRange {
  let opened: number | undefined;
  if (code === 'MISSING_CHAR') {
    visit(document, (_key, node) => {
      if (isScalar(node) && node.type?.startsWith('QUOTE') === true && (node.range?.[1] ?? 0) >= from)
        opened = node.range?.[0];
    });
  }
  return opened === undefined ? { from, to } : { from: opened, to: opened + 1 };
}

function valueOf(document: Document): unknown {
  // An empty text is a document without anything in it, not a wrong one.
  if (document.contents === null) return {};
  try {
    return document.toJS();
  } catch (error) {
    return error instanceof Error ? error : new Error('This cannot be read.');
  }
}

function unreadable(text: string, message: string): YamlReading {
  const problem = problemAt(text, { from: 0, to: 0 }, { message, severity: 'error' });
  return { configuration: null, problems: [problem] };
}

function problemAt(
  text: string,
  range: TextRange,
  { message, severity }: Pick<Issue, 'message' | 'severity'>,
): YamlProblem {
  const from = Math.min(range.from, text.length);
  const to = Math.min(Math.max(range.to, from), text.length);
  return { from, to, line: text.slice(0, from).split('\n').length, message, severity };
}
