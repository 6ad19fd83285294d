import { canonicalRequest } from '../../canonical-digest.ts';
import { encodeUtf8 } from '../../utf8.ts';
import { codeBlock } from '../markdown.ts';
import { prettyJson } from '../pretty-json.ts';
import { exampleClick } from './example-values.ts';
import type { Sha256 } from './hex.ts';

/** Requests, the exact text that is hashed, and its digest. */
export function digestExamples(sha256: Sha256): string {
  const click = canonicalRequest({ protocolVersion: '0.1', method: 'computer.click', params: exampleClick });
  const observe = { context: { operation_id: 'op-2' }, max_dimension: 1280 };
  const scroll = {
    context: { operation_id: 'op-9' },
    observation_id: 'Écran "1"',
    point: { x: 0, y: 0 },
    delta_x: 0,
    delta_y: -3,
    unit: 'steps',
  } as const;
  const examples: [string, unknown, string][] = [
    ['A click. `count` is absent, or 1, which is the same.', exampleClick, click],
    [
      'An observation whose only other member is a default: nothing of the params is left.',
      observe,
      canonicalRequest({ protocolVersion: '0.1', method: 'computer.observe', params: observe }),
    ],
    [
      'Sorted members, an id beyond ASCII with quotes, version `0.100`.',
      scroll,
      canonicalRequest({ protocolVersion: '0.100', method: 'computer.scroll', params: scroll }),
    ],
  ];
  return examples
    .map(([title, params, text]) =>
      [
        title,
        codeBlock(
          'text',
          `params  ${prettyJson(params)}\ntext    ${text}\nsha256  ${sha256(encodeUtf8(text))}`,
        ),
      ].join('\n\n'),
    )
    .join('\n\n');
}
