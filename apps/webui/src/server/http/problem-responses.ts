import type { HttpApp } from './http-app.ts';
import { sendProblem, toProblemError } from './send-problem.ts';

/** Every failure becomes problem JSON; what was not thrown on purpose becomes `internal`, logged and hidden. */
export function installProblemResponses(app: HttpApp): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = toProblemError(error);
    if (problem.status >= 500)
      request.log.error({ err: problem.cause ?? problem, code: problem.code }, 'request failed');
    return sendProblem(reply, problem);
  });
}
