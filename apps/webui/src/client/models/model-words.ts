import type { Model } from '../../shared/models.ts';
import type { Tone } from '../design/states.tsx';
import { providers } from './providers.ts';

/** How the last *Test* went, in one line. */
export function describeTest(model: Model): { readonly tone: Tone; readonly label: string } {
  const { last_test: test } = model;
  if (lacksKey(model)) return { tone: 'warn', label: 'No key' };
  if (test === null) return { tone: 'neutral', label: 'Not tested' };
  return test.ok ? { tone: 'good', label: 'Works' } : { tone: 'danger', label: 'Test failed' };
}

export function describeImages(model: Model): string {
  if (model.accepts_images === null) return 'Images: not known yet';
  return model.accepts_images ? 'Takes images' : 'Takes no images';
}

/** A public provider answers nothing without a key; a server of one's own may. */
export function lacksKey(model: Model): boolean {
  return !model.api_key_set && providers[model.provider].needsKey;
}
