import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAttachmentFiles } from './attachment-files.ts';

const sha256 = 'a'.repeat(64);
let directory = '';

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attachment-files-'));
});
afterEach(async () => {
  await rm(directory, { recursive: true, force: true });
});

describe('attachment files', () => {
  it('gives back the bytes that were written', async () => {
    const files = createAttachmentFiles(join(directory, 'attachments'));
    const bytes = Uint8Array.from([0, 255, 1, 254]);
    await files.write(sha256, bytes);
    expect(Buffer.from((await files.read(sha256)) ?? [])).toEqual(Buffer.from(bytes));
  });

  it('keeps files and directory to the owner and leaves nothing beside them', async () => {
    const store = join(directory, 'attachments');
    const files = createAttachmentFiles(store);
    await Promise.all([files.write(sha256, Buffer.from('x')), files.write(sha256, Buffer.from('x'))]);
    expect(await readdir(store)).toEqual([sha256]);
    expect((await stat(join(store, sha256))).mode & 0o777).toBe(0o600);
    expect((await stat(store)).mode & 0o777).toBe(0o700);
  });

  it('says so when a file is gone, and removing it again is no error', async () => {
    const files = createAttachmentFiles(directory);
    await files.write(sha256, Buffer.from('x'));
    await files.remove(sha256);
    await files.remove(sha256);
    expect(await files.read(sha256)).toBeUndefined();
    expect(await createAttachmentFiles(join(directory, 'nowhere')).list()).toEqual([]);
  });
});
