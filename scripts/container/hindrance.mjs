/** Why this machine cannot build and run a container, or undefined. */
export function containerHindrance() {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  return undefined;
}
