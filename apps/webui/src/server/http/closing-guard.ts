import type { HttpApp } from './http-app.ts';
import { ProblemError } from './problem-error.ts';
import { sendProblem } from './send-problem.ts';

/** From the start of `app.close()` on, nothing new is begun. Install it before everything that ends at the close. */
export function installClosingGuard(app: HttpApp): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, done) => {
    if (!isClosing) {
      done();
      return;
    }
    // No failure of the server, so nothing for its log.
    void sendProblem(reply, new ProblemError('shutting_down', 'The server is stopping. Try again soon.'));
  });
}
