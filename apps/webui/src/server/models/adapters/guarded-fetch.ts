const maxErrorCharacters = 16_384;

/**
 * A redirect would carry the key and the screenshots to an address that nobody approved, so none is followed. What
 * comes back with an error is bounded, and the key is blanked in it: some servers quote what they refuse.
 */
export function guardedFetch(inner: typeof globalThis.fetch, apiKey: string | null): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await inner(input, { ...init, redirect: 'error' });
    if (response.ok) return response;
    const { status, statusText, headers } = response;
    const text = await boundedText(response);
    const shown = apiKey === null || apiKey === '' ? text : text.replaceAll(apiKey, '[key]');
    const kept = new Headers(headers);
    for (const name of ['content-encoding', 'content-length']) kept.delete(name);
    return new Response(shown, { status, statusText, headers: kept });
  };
}

async function boundedText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < maxErrorCharacters) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return text.slice(0, maxErrorCharacters);
}
