/** All bytes of a stream as one array; once there are more than `maxBytes`, the stream is left and null returned. */
export async function collectBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array | null> {
  const kept: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > maxBytes) return null;
    kept.push(chunk);
  }
  const bytes = new Uint8Array(length);
  let position = 0;
  for (const chunk of kept) {
    bytes.set(chunk, position);
    position += chunk.length;
  }
  return bytes;
}
