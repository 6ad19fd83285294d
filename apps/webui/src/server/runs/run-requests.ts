import { createHash } from 'node:crypto';
import type { Run, RunCreate } from '../../shared/threads.ts';
import type { Database } from '../database/connection.ts';
import { ProblemError } from '../http/problem-error.ts';
import { createRunRepository, type RunRequest } from './run-repository.ts';

type Started = { readonly run: Run; readonly isNew: boolean };
type Starting = { readonly digest: string; readonly started: Promise<Started> };

/** Starts one run for each request of a thread, however often the request comes. */
export class RunRequests {
  readonly #database: Database;
  readonly #starting = new Map<string, Starting>();

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The run that this request started already, or the one that `start` makes of it. Throws `conflict` when the id came
   * with another request before. A request without an id always starts a run.
   */
  async once(
    threadId: string,
    body: RunCreate,
    start: (request: RunRequest | undefined) => Promise<Run>,
  ): Promise<Started> {
    const { request_id: requestId } = body;
    if (requestId === undefined) return { run: await start(undefined), isNew: true };
    const digest = createHash('sha256').update(JSON.stringify(body)).digest('hex');
    const key = `${threadId} ${requestId}`;
    const underWay = this.#starting.get(key);
    if (underWay !== undefined) {
      requireSame(underWay.digest, digest);
      return { ...(await underWay.started), isNew: false };
    }
    // Known before anything is awaited: the same request may come meanwhile.
    const started = this.#findOrStart(threadId, { request_id: requestId, request_digest: digest }, start);
    this.#starting.set(key, { digest, started });
    try {
      return await started;
    } finally {
      this.#starting.delete(key);
    }
  }

  async #findOrStart(
    threadId: string,
    request: RunRequest,
    start: (request: RunRequest) => Promise<Run>,
  ): Promise<Started> {
    const known = await createRunRepository(this.#database).findByRequest(threadId, request.request_id);
    if (known === undefined) return { run: await start(request), isNew: true };
    requireSame(known.request_digest, request.request_digest);
    return { run: known.run, isNew: false };
  }
}

function requireSame(known: string, given: string): void {
  if (known === given) return;
  throw new ProblemError(
    'conflict',
    'This request_id was used to start another run. Make a new request_id for each run.',
  );
}
