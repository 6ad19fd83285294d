/** All 50 methods of protocol 0.1, also those that are not served here; descriptors of other daemons name them. */
export const wireMethods = [
  ...['initialize', 'device.describe', 'directory.list'],
  ...['session.open', 'session.attach', 'session.keepalive', 'session.close'],
  ...['environment.readiness', 'environment.describe', 'operation.cancel', 'receipt.get'],
  ...[
    'computer.describe',
    'computer.observe',
    'computer.close_observation',
    'computer.click',
    'computer.move',
  ],
  ...['computer.drag', 'computer.scroll', 'computer.type_text', 'computer.press_keys'],
  ...['file.stat', 'file.read_text', 'file.open_reader', 'file.close_reader', 'file.open_writer'],
  ...['file.commit_writer', 'file.abort_writer', 'file.list', 'file.find', 'file.search', 'file.write_text'],
  ...['file.mkdir', 'file.patch_text', 'file.copy', 'file.move', 'file.remove'],
  ...['shell.exec', 'process.start', 'process.inspect', 'process.wait', 'process.write_stdin'],
  ...[
    'process.close_stdin',
    'process.signal',
    'process.kill',
    'process.release',
    'output.read',
    'output.release',
  ],
  ...['port.inspect', 'port.wait', 'egress.update'],
] as const;
export type WireMethod = (typeof wireMethods)[number];
