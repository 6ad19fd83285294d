import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { isRefusal, isSignedOut, problemWords } from './request-error.ts';
import { request } from './request.ts';

function answerWith(status: number, body: string): void {
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(status === 204 ? null : body, { status })));
}

async function failure(answer: Promise<unknown>): Promise<Error> {
  try {
    await answer;
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error('The request was expected to fail.');
}

describe('request', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  it('gives the parsed answer', async () => {
    answerWith(200, '{"name":"Office"}');
    await expect(request('/api/x', { answer: z.object({ name: z.string() }) })).resolves.toEqual({
      name: 'Office',
    });
  });

  it('accepts an empty answer where none is promised', async () => {
    answerWith(204, '');
    await expect(request('/api/x', { method: 'DELETE', answer: z.void() })).resolves.toBeUndefined();
  });

  it('tells the problem of the server in its own words, with the fields', async () => {
    const problem = {
      type: 'about:blank',
      title: 'Not saved',
      status: 400,
      code: 'invalid',
      detail: 'Mend it.',
    };
    answerWith(400, JSON.stringify({ ...problem, errors: [{ path: 'name', message: 'Too long.' }] }));
    const error = await failure(request('/api/x', { answer: z.void() }));
    expect(problemWords(error)).toEqual({ title: 'Not saved', detail: 'Mend it. Too long.' });
    expect(isRefusal(error)).toBe(true);
  });

  it('knows a lost session from other refusals', async () => {
    answerWith(401, 'nope');
    expect(isSignedOut(await failure(request('/api/x', { answer: z.void() })))).toBe(true);
  });

  it('says that the server was not reached, which is no refusal', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const error = await failure(request('/api/x', { answer: z.void() }));
    expect(problemWords(error).title).toBe('The server cannot be reached');
    expect(isRefusal(error)).toBe(false);
  });

  it('refuses an answer of another shape', async () => {
    answerWith(200, '{"name":1}');
    const error = await failure(request('/api/x', { answer: z.object({ name: z.string() }) }));
    expect(problemWords(error).title).toBe('The answer could not be read');
  });
});
