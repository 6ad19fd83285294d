import type { ModelMessage, ToolModelMessage, UserModelMessage } from 'ai';

export type ImageLimits = {
  /** A request never has as many images as this. */
  readonly maxImages: number;
  /** How many the newest stay when a batch leaves; at least 1. */
  readonly keepImages: number;
  /** Of all images of a request, as base64. Only a newest image that is larger by itself goes beyond. */
  readonly maxBytes: number;
};

/** Below 20 images no provider sets them tighter bounds; 16 MiB leave room for the text in the 20 MB of Google. */
export const defaultImageLimits: ImageLimits = { maxImages: 20, keepImages: 10, maxBytes: 16 * 1024 * 1024 };

export const removedImageText =
  '[An older screenshot was here. It was removed to save room; observe again to see the screen as it is now.]';

/**
 * Old images leave in batches: until the next batch a longer conversation begins with exactly the same messages, so
 * that what the provider keeps of them (its prompt cache) stays good.
 */
export function pruneImages(messages: readonly ModelMessage[], limits: ImageLimits): ModelMessage[] {
  let toRemove = removedOf(messages.flatMap(imageBytesOf), limits);
  return messages.map((message) => {
    const removedHere = Math.min(toRemove, imageBytesOf(message).length);
    toRemove -= removedHere;
    return removedHere === 0 ? message : withoutImages(message, removedHere);
  });
}

/**
 * How many of the oldest leave. Plays the history through image by image, so that the answer depends on nothing but
 * the images so far: the same batch leaves at each later request, and no state is kept.
 */
function removedOf(sizes: readonly number[], { maxImages, keepImages, maxBytes }: ImageLimits): number {
  const keptBytes = maxBytes * (keepImages / maxImages);
  let removed = 0;
  let bytes = 0;
  sizes.forEach((size, index) => {
    bytes += size;
    if (index + 1 - removed < maxImages && bytes <= maxBytes) return;
    while (removed < index && (index + 1 - removed > keepImages || bytes > keptBytes)) {
      bytes -= sizes[removed] ?? 0;
      removed += 1;
    }
  });
  return removed;
}

type ToolPart = ToolModelMessage['content'][number];
type UserPart = Exclude<UserModelMessage['content'], string>[number];

function imageBytesOf(message: ModelMessage): number[] {
  if (message.role === 'tool') return message.content.flatMap(imagesOfResult);
  if (message.role !== 'user' || typeof message.content === 'string') return [];
  return message.content.filter(isImage).map(({ data }) => base64Bytes(data));
}

function imagesOfResult(part: ToolPart): number[] {
  if (part.type !== 'tool-result' || part.output.type !== 'content') return [];
  return part.output.value.flatMap((inner) => ('data' in inner ? [inner.data.length] : []));
}

type FilePart = Extract<UserPart, { type: 'file' }>;

const isImage = (part: UserPart): part is FilePart =>
  part.type === 'file' && part.mediaType.startsWith('image/');

function base64Bytes(data: FilePart['data']): number {
  if (typeof data === 'string') return data.length;
  return data instanceof URL ? 0 : Math.ceil(data.byteLength / 3) * 4;
}

/** Without its first `count` images. */
function withoutImages(message: ModelMessage, count: number): ModelMessage {
  let left = count;
  const leaves = () => left-- > 0;
  if (message.role === 'tool') {
    return { ...message, content: message.content.map((part) => withoutResultImages(part, leaves)) };
  }
  if (message.role !== 'user' || typeof message.content === 'string') return message;
  return {
    ...message,
    content: message.content.map((part) => (isImage(part) && leaves() ? removedImage : part)),
  };
}

const removedImage = { type: 'text', text: removedImageText } as const;

function withoutResultImages(part: ToolPart, leaves: () => boolean): ToolPart {
  if (part.type !== 'tool-result' || part.output.type !== 'content') return part;
  const value = part.output.value.map((inner) => ('data' in inner && leaves() ? removedImage : inner));
  return { ...part, output: { type: 'content', value } };
}
