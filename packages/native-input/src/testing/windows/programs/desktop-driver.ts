// The desktop under test, in Windows:
//   desktop-driver.ts PORT
import type {
  CaptureRequest,
  ChordRequest,
  ClickRequest,
  Desktop,
  DragRequest,
  InputResult,
  MoveRequest,
  ScrollRequest,
} from '../../../desktop.ts';
import { checkReadiness, openDesktop, releaseLeftovers } from '../../../open-desktop.ts';
import type { HeldPress } from '../../../press-journal.ts';
import { serveCalls } from './serve-calls.ts';
import type { Answer, Call } from './serve-calls.ts';

type Requests = CaptureRequest & ChordRequest & ClickRequest & DragRequest & MoveRequest & ScrollRequest;

/** What the test sends with a call; the caller there is of the same checkout and typed. */
type Argument = {
  readonly desktop: number;
  readonly request: Requests;
  readonly text: string;
  readonly held: readonly HeldPress[];
};

const isArgument = (value: unknown): value is Argument => typeof value === 'object' && value !== null;

const environment = process.env;
const desktops = new Map<number, Desktop>();
let lastDesktop = 0;

const open = async (signal: AbortSignal): Promise<Answer> => {
  lastDesktop += 1;
  const id = lastDesktop;
  const desktop = await openDesktop({
    environment,
    signal,
    onNotice: (message) => served.tell('notice', { desktop: id, message }),
    journal: { record: (held) => served.tell('journal', { desktop: id, held }) },
  });
  desktops.set(id, desktop);
  desktop.onLayoutChange(() => served.tell('layoutChange', { desktop: id }));
  desktop.onLost(({ message }) => served.tell('lost', { desktop: id, message }));
  return { value: { desktop: id, capabilities: desktop.capabilities } };
};

const capture = async (desktop: Desktop, request: CaptureRequest, signal: AbortSignal): Promise<Answer> => {
  const { rgb, ...frame } = await desktop.capture(request, signal);
  return { value: frame, bytes: rgb };
};

type DesktopCall = (desktop: Desktop, argument: Argument, signal: AbortSignal) => Promise<Answer>;
const answer = async (value: Promise<unknown>): Promise<Answer> => ({ value: await value });

const gesture =
  (run: (desktop: Desktop, request: Requests, signal: AbortSignal) => Promise<InputResult>): DesktopCall =>
  (desktop, { request }, signal) =>
    answer(run(desktop, request, signal));

const desktopCalls: Readonly<Record<string, DesktopCall>> = {
  describe: (desktop, _, signal) => answer(desktop.describe(signal)),
  capture: (desktop, { request }, signal) => capture(desktop, request, signal),
  readiness: (desktop, _, signal) => answer(desktop.readiness(signal)),
  click: gesture(({ pointer }, request, signal) => pointer.click(request, signal)),
  move: gesture(({ pointer }, request, signal) => pointer.move(request, signal)),
  drag: gesture(({ pointer }, request, signal) => pointer.drag(request, signal)),
  scroll: gesture(({ pointer }, request, signal) => pointer.scroll(request, signal)),
  pressChord: gesture(({ keyboard }, request, signal) => keyboard.pressChord(request, signal)),
  typeText: ({ keyboard }, { text }, signal) => answer(keyboard.typeText(text, signal)),
  close: (desktop) => answer(desktop.close()),
};

const parse = (value: unknown): Argument => {
  if (isArgument(value)) return value;
  throw new Error('The call has no argument.');
};

const toCall =
  (call: DesktopCall): Call =>
  (value, signal) => {
    const argument = parse(value);
    const desktop = desktops.get(argument.desktop);
    if (!desktop) throw new Error(`There is no desktop ${argument.desktop}.`);
    return call(desktop, argument, signal);
  };

const served = serveCalls(
  Number(process.argv[2]),
  new Map<string, Call>([
    ['open', (_, signal) => open(signal)],
    ['checkReadiness', (_, signal) => answer(checkReadiness({ environment, signal }))],
    [
      'releaseLeftovers',
      (value, signal) => answer(releaseLeftovers({ environment, signal, held: parse(value).held })),
    ],
    ...Object.entries(desktopCalls).map(([name, call]) => [name, toCall(call)] as const),
  ]),
);
