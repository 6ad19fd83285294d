/** A byte stream that is no sequence of messages; nothing after it can be understood. Names no content. */
export class StdioFramingError extends Error {
  override readonly name = 'StdioFramingError';
}
