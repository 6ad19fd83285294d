import { errorTable, safeDetails } from '@harness-desktop/eip-protocol';
import { expect, it } from 'vitest';
import { modelErrorTable } from '../models/failure/model-error-table.ts';
import { problemTable } from './problem-table.ts';

function errorsDocument(): string {
  return [
    '# Errors',
    '',
    'Made from `packages/eip-protocol/src/error-table.ts`, `apps/webui/src/server/http/problem-table.ts` and `apps/webui/src/server/models/failure/model-error-table.ts`; a test keeps them equal.',
    '',
    '## On the wire (EIP)',
    '',
    'An error has a `code`, a `message` that says what failed and what to do next, and `data` with `error_type`, `retry_hint` and `dispatch_stage`. Where the place that refuses knows better than the usual hint, its hint counts. Inputs and observations may carry a `safe_detail`: ' +
      `${safeDetails.map((detail) => `\`${detail}\``).join(', ')}.`,
    '',
    '<!-- prettier-ignore -->',
    '| error_type | code | usual retry_hint |',
    '| --- | --- | --- |',
    ...Object.entries(errorTable).map(
      ([type, row]) => `| ${type} | ${String(row.code)} | ${row.retryHint} |`,
    ),
    '',
    '## Over HTTP',
    '',
    'Problem JSON (RFC 9457) with a stable `code`; `detail` says what to do next, `errors` points at fields of the request.',
    '',
    '<!-- prettier-ignore -->',
    '| code | status | title |',
    '| --- | --- | --- |',
    ...Object.entries(problemTable).map(
      ([code, row]) => `| ${code} | ${String(row.status)} | ${row.title} |`,
    ),
    '',
    '## Of models',
    '',
    'Why a request to a model failed: in the last test of a model and as the end of a run. Where “again” says yes, the same request may be sent again, as long as nothing of its answer has come.',
    '',
    '<!-- prettier-ignore -->',
    '| code | again | meaning | what to do |',
    '| --- | --- | --- | --- |',
    ...Object.entries(modelErrorTable).map(
      ([code, row]) => `| ${code} | ${row.retry ? 'yes' : 'no'} | ${row.meaning} | ${row.advice} |`,
    ),
    '',
  ].join('\n');
}

it('keeps docs/errors.md equal to the tables of errors', async () => {
  await expect(errorsDocument()).toMatchFileSnapshot('../../../../../docs/errors.md');
});
