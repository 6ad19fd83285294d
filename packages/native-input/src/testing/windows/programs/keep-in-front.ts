// A program that puts the recording window in front of all others, again and again, in Windows:
//   keep-in-front.ts CLASS
import { loadBringToFront } from '../bindings/front-window.ts';

const againMs = 5;

const bringToFront = loadBringToFront(process.argv[2] ?? '');
bringToFront();
setInterval(bringToFront, againMs);
process.stdout.write('in front\n');
