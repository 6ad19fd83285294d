// A window over the whole screen that tells when a button was pressed in it.
import { requireX11 } from '../built.mjs';
import { answerCalls, machineMs } from './answer-calls.mjs';

const buttonPressMask = 4;
const x11 = requireX11();
/** @type {((pressedMs: number) => void) | undefined} */
let told;
/** @type {number | undefined} */
let pressedMs;

answerCalls({
  open: async () => {
    const display = await new Promise((resolve, reject) =>
      x11.createClient((/** @type {any} */ error, /** @type {any} */ found) =>
        error ? reject(error) : resolve(found),
      ),
    );
    const { client } = display;
    const [screen] = display.screen;
    const window = client.AllocID();
    const { root, pixel_width: width, pixel_height: height } = screen;
    client.on('event', (/** @type {any} */ { name }) => {
      if (name !== 'ButtonPress') return;
      pressedMs = machineMs();
      told?.(pressedMs);
    });
    client.CreateWindow(window, root, 0, 0, width, height, 0, 0, 1, 0, { eventMask: buttonPressMask });
    client.MapWindow(window);
    await new Promise((resolve) => client.GetInputFocus(resolve));
  },
  forget: () => void (pressedMs = undefined),
  /** When the first press since `forget` came. */
  pressed: () => pressedMs ?? new Promise((resolve) => (told = resolve)),
});
