import { loadFramework } from './bindings/load-library.ts';
import { parsePlace } from './test-window-messages.ts';
import { runTestWindow } from './test-window-process.ts';

/** A program of its own: shows the test window, as AppKit takes calls on the main thread of a process only. */
runTestWindow(parsePlace(process.argv[2]), process, loadFramework);
