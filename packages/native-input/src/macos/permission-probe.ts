import { loadPermissionCalls } from './bindings/permissions.ts';
import { readAnswers } from './permission-answers.ts';

/** A program of its own: says on stdout what macOS answers a process that has just begun. It makes nobody be asked. */
process.stdout.write(JSON.stringify(readAnswers(loadPermissionCalls(process.ppid))));
