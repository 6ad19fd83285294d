/** Something that no peer may bring about, whatever it sends. */
export class Fault extends Error {
  override readonly name = 'Fault';
}
