import { claimedText } from '../../devices/claimed-text.ts';
import type { ModelErrorCode } from '../failure/model-error-table.ts';
import type { ModelAdapter } from '../model-adapter.ts';
import type { ModelFailure } from '../model-failure.ts';
import { askOnce } from './ask-once.ts';
import { colourPicture, testColours, type TestColour } from './colour-picture.ts';

export type Verdict = {
  readonly ok: boolean;
  readonly code: 'ok' | ModelErrorCode;
  readonly message: string;
  /** `null`: the test did not find out. */
  readonly accepts_images: boolean | null;
};

type Probe = {
  /** What is saved: `false` leaves pictures out. */
  readonly acceptsImages: boolean | null;
  /** Two different ones: a model that guesses without seeing guesses the same colour twice. */
  readonly colours: readonly [TestColour, TestColour];
  readonly signal: AbortSignal;
};

const greeting = { text: 'Reply with the single word: ready', picture: null };
const colourQuestion = `Which colour is dominant in this picture: ${Object.keys(testColours).join(', ')}? Answer with that one English word.`;

/** Asks the model for the colour of two pictures, or only for a word when it is known to take none. */
export async function probeModel(adapter: ModelAdapter, probe: Probe): Promise<Verdict> {
  if (probe.acceptsImages === false) {
    return askWithoutPicture(
      adapter,
      probe.signal,
      'It answers. Pictures were not tried: it is saved as taking none.',
    );
  }
  for (const colour of probe.colours) {
    const question = { text: colourQuestion, picture: colourPicture(colour) };
    const reply = await askOnce(adapter, question, probe.signal);
    if ('failure' in reply) return afterFailure(adapter, reply.failure, probe.signal);
    if (!names(reply.text, colour)) return unseen(reply.text, colour, probe.acceptsImages);
  }
  return ok('It answers, and sees the pictures that it is sent.', true);
}

/** A refusal that may be about the picture is asked again without one. */
async function afterFailure(
  adapter: ModelAdapter,
  failure: ModelFailure,
  signal: AbortSignal,
): Promise<Verdict> {
  if (!mayBeForThePicture.includes(failure.code)) return failed(failure);
  const message = `It answers to text, but not to a picture, so it cannot be given a desktop. It said: ${failure.message}`;
  return askWithoutPicture(adapter, signal, message);
}

const mayBeForThePicture: readonly ModelErrorCode[] = [
  'images_not_supported',
  'image_too_large',
  'request_refused',
  'provider_failed',
  'model_not_found',
  'malformed_answer',
  'failed',
];

async function askWithoutPicture(
  adapter: ModelAdapter,
  signal: AbortSignal,
  message: string,
): Promise<Verdict> {
  const reply = await askOnce(adapter, greeting, signal);
  return 'failure' in reply ? failed(reply.failure) : ok(message, false);
}

/** No error is no proof: some servers drop pictures without a word. What the person said before stays. */
function unseen(answer: string, colour: TestColour, acceptsImages: boolean | null): Verdict {
  const said = claimedText(answer, 120);
  const words = said === '' ? 'and it answered nothing' : `and it answered “${said}”`;
  return ok(
    `It answers, but did not see the test picture: the picture was ${colour}, ${words}. If you know that it takes images, say so in its settings.`,
    said === '' || acceptsImages === true ? null : false,
  );
}

function names(answer: string, colour: TestColour): boolean {
  const named = Object.keys(testColours).filter((one) => new RegExp(`\\b${one}\\b`, 'i').test(answer));
  return named.length === 1 && named[0] === colour;
}

const ok = (message: string, accepts_images: boolean | null): Verdict => ({
  ok: true,
  code: 'ok',
  message,
  accepts_images,
});

const failed = ({ code, message }: ModelFailure): Verdict => ({
  ok: false,
  code,
  message,
  accepts_images: null,
});
