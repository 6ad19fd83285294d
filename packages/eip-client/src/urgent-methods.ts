const urgentMethods: ReadonlySet<string> = new Set([
  'initialize',
  'session.attach',
  'session.keepalive',
  'session.close',
  'operation.cancel',
  'receipt.get',
]);

/** Whether it ends, keeps or explains other work, and so must get through when that work takes up all there is. */
export function isUrgent(method: string): boolean {
  return urgentMethods.has(method);
}
