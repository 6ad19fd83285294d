/** The body of a response, piece by piece; leaving early cancels it. Throws what `fetch` throws when it is cut. */
export async function* bodyChunks(response: Response): AsyncGenerator<Uint8Array, void, void> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const part: { done: boolean; value?: unknown } = await reader.read();
      if (part.done) return;
      if (part.value instanceof Uint8Array && part.value.length > 0) yield part.value;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}
