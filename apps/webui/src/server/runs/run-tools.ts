import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Run } from '../../shared/threads.ts';
import { createComputerTools, type ComputerTools } from '../agent/computer-tools.ts';
import type { AppContext } from '../app-context.ts';
import type { Attachments } from '../attachments/attachments.ts';
import { claimedText } from '../devices/claimed-text.ts';

type ToolsContext = Pick<AppContext, 'hub' | 'log' | 'random'> & { readonly attachments: Attachments };

/** The tools of one run, whose screenshots are kept for its transcript. */
export function createRunTools(
  { run_id, thread_id }: Pick<Run, 'run_id' | 'thread_id'>,
  environment: EnvironmentConfiguration,
  { hub, log, random, attachments }: ToolsContext,
): ComputerTools {
  return createComputerTools({
    environment,
    hub,
    log,
    randomHex: () => Buffer.from(random.bytes(4)).toString('hex'),
    storeImage: ({ bytes, sha256, observation }) =>
      attachments.store({
        threadId: thread_id,
        runId: run_id,
        bytes,
        sha256,
        mimeType: claimedText(observation.mime_type),
        width: observation.width,
        height: observation.height,
      }),
  });
}
