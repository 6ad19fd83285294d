import type { MethodName } from '../operation-table.ts';

/** What a reader of the document needs to know of each method beyond its fields. */
export const methodNotesTable: Readonly<Record<MethodName, string>> = {
  initialize:
    'Agrees on a version and tells what the device is. First on every connection; see [introduction](#introduction).',
  'device.describe': 'The device descriptor as it is now.',
  'directory.list':
    'Names of the folders in a folder, sorted by code point, links to folders included. For choosing a working directory; no files. `not_found_or_denied` where there is no such folder. Our daemon answers at most 1000 entries at once, fewer where names are long.',
  'session.open': 'Opens a session. Refusals are listed under [sessions](#sessions).',
  'session.attach': 'Takes up a session after the loss of its carrier; see [loss](#loss-of-the-carrier).',
  'session.keepalive': 'Begins the idle time anew, and nothing else.',
  'session.close': 'Ends a session; see [closing](#closing).',
  'environment.readiness': 'Lets further operations in; see [readiness](#readiness).',
  'environment.describe': 'The session descriptor again.',
  'operation.cancel': 'Asks a running operation of this session to stop; see [cancelling](#cancelling).',
  'receipt.get':
    'What the ledger knows of an operation; see [receipts](#receipts). `not_found_or_denied` when it knows none.',
  'computer.describe': 'The monitors, and what the desktop can do now.',
  'computer.observe': 'Takes a screenshot; see [observing](#observing).',
  'computer.close_observation':
    'Lets go of the image bytes. The reference stays usable until it expires. `invalid_handle` for anything but an open image reader of this session.',
  'computer.click': 'Clicks at a pixel of an observed image; see [input](#input).',
  'computer.move': 'Moves the pointer.',
  'computer.drag': 'Drags from one pixel to another.',
  'computer.scroll':
    'Turns the wheel at a pixel. `delta_x` and `delta_y` are bounded by ±10 000 in pixels and ±100 in steps.',
  'computer.type_text': 'Types literal text, where the desktop can.',
  'computer.press_keys': 'Presses a chord.',
  'file.stat': 'Facts of one path.',
  'file.read_text': 'Lines of a text file, one page at a time.',
  'file.open_reader':
    'Opens a [reader](#reading) of a file, whole or in part. Read it before `expires_at`, then close it.',
  'file.close_reader': 'Ends a reader and tells what was sent.',
  'file.open_writer': 'Opens a [writer](#writing). Nothing is in place before its commit.',
  'file.commit_writer':
    'Puts what was written in place. Total and digest must be those of the bytes that arrived, else `integrity_mismatch`.',
  'file.abort_writer': 'Forgets what was written.',
  'file.list': 'Entries of a folder, one page at a time.',
  'file.find': 'Paths below a folder whose name matches a glob pattern.',
  'file.search': 'Lines below a folder that contain a text or match a regular expression.',
  'file.write_text': 'Writes a text file in one request.',
  'file.mkdir': 'Makes a folder.',
  'file.patch_text': 'Applies a unified diff to a text file: all hunks or none.',
  'file.copy': 'Copies a file.',
  'file.move': 'Moves or renames.',
  'file.remove': 'Removes a file, or a folder with what is in it, up to a number of entries.',
  'shell.exec': 'Runs a command and answers when it has ended.',
  'process.start': 'Starts a command and answers at once with a handle.',
  'process.inspect': 'The state of a process.',
  'process.wait': 'Waits until a process has ended, or until everything that it started has.',
  'process.write_stdin': 'Writes bytes to the standard input.',
  'process.close_stdin': 'Ends the standard input.',
  'process.signal':
    'Sends a signal. Offered exactly where one of `signal_interrupt` and `signal_terminate` of the execution features is true.',
  'process.kill': 'Ends a process and everything that it started, without asking.',
  'process.release': 'Forgets a process that has ended; its handle is void then.',
  'output.read': 'Bytes of an output from an offset on, waiting for more if asked to.',
  'output.release': 'Forgets an output.',
  'port.inspect': 'Whether something listens on a TCP port of the device.',
  'port.wait': 'Waits until a TCP port is in the desired state.',
  'egress.update':
    'Changes what a session may reach in the network, where the boundary has `egress: controlled`.',
};
