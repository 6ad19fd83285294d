import { EipError, type ResultInputOf } from '@harness-desktop/eip-protocol';

import type { ScriptedDaemon } from './scripted-daemon.ts';
import { completionOf } from './scripted-transfers.ts';

type FileInfo = ResultInputOf<'file.stat'>['info'];
type Opened = { readonly path: string; readonly bytes: Uint8Array };

/** Files in memory, by absolute path: `file.stat`, readers and writers. */
export class ScriptedFiles {
  readonly contents: Map<string, Uint8Array>;
  /** Payload of the chunks that readers send. */
  chunkBytes: number | undefined;
  maxTransferBytes = 1024 * 1024 * 1024;
  private readonly daemon: ScriptedDaemon;
  private readonly readers = new Map<string, Opened>();
  private readonly writers = new Map<string, Opened>();
  private handles = 0;

  constructor(daemon: ScriptedDaemon, contents: Iterable<readonly [string, Uint8Array]> = []) {
    this.daemon = daemon;
    this.contents = new Map(contents);
    daemon.on('file.stat', ({ path }) => ({ info: this.info(path.path) }));
    this.handleReaders();
    this.handleWriters();
  }

  private handleReaders(): void {
    const { daemon } = this;
    daemon.on('file.open_reader', ({ path: { path }, byte_range }) => {
      const start = Number(byte_range?.offset ?? 0);
      const end = byte_range?.length === undefined ? undefined : start + Number(byte_range.length);
      const bytes = this.content(path).subarray(start, end);
      const reader = `reader-${++this.handles}`;
      this.readers.set(reader, { path, bytes });
      daemon.transfers.offerReader(reader, { bytes, chunkBytes: this.chunkBytes });
      return { reader, info: this.info(path), expires_at: '2026-01-31T12:10:00Z' };
    });
    daemon.on('file.close_reader', ({ reader }) => {
      const { bytes } = opened(this.readers, reader);
      this.readers.delete(reader);
      daemon.transfers.close(reader);
      return { completion: completionOf(bytes) };
    });
  }

  private handleWriters(): void {
    const { daemon } = this;
    daemon.on('file.open_writer', ({ path: { path }, mode }) => {
      const before = this.contents.get(path);
      if (mode === 'create' && before) throw new EipError('conflict', 'The file exists.');
      if (mode === 'replace' && !before) throw new EipError('not_found_or_denied', 'No such file.');
      const writer = `writer-${++this.handles}`;
      const bytes = mode === 'append' && before ? before : new Uint8Array();
      this.writers.set(writer, { path, bytes });
      daemon.transfers.acceptWriter(writer);
      return { writer, max_transfer_bytes: this.maxTransferBytes, expires_at: '2026-01-31T12:10:00Z' };
    });
    daemon.on('file.commit_writer', ({ writer, transferred_bytes, transfer_digest }, { operationId }) => {
      const { path, bytes } = opened(this.writers, writer);
      const written = daemon.transfers.written(writer);
      const { produced_bytes, digest } = completionOf(written?.bytes ?? new Uint8Array());
      const same = produced_bytes === transferred_bytes && digest.value === transfer_digest.value;
      if (!written?.ended || !same) throw new EipError('integrity_mismatch', 'Something else was written.');
      this.contents.set(path, Buffer.concat([bytes, written.bytes]));
      this.writers.delete(writer);
      const receipt = daemon.operations.complete(operationId, 'succeeded');
      return { info: this.info(path), transferred_bytes, transfer_digest, receipt };
    });
    daemon.on('file.abort_writer', ({ writer }) => {
      const status = this.writers.delete(writer) ? 'aborted' : 'already_aborted';
      daemon.transfers.close(writer);
      return { status };
    });
  }

  private content(path: string): Uint8Array {
    const bytes = this.contents.get(path);
    if (bytes) return bytes;
    throw new EipError('not_found_or_denied', 'No such file.', { details: { field: 'path' } });
  }

  private info(path: string): FileInfo {
    return { path: { path }, kind: 'file', size_bytes: this.content(path).length };
  }
}

function opened(handles: Map<string, Opened>, handle: string): Opened {
  const found = handles.get(handle);
  if (found) return found;
  throw new EipError('invalid_handle', 'No such handle.');
}
