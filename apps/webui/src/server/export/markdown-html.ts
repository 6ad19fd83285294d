import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { trusted, type SafeHtml } from './safe-html.ts';

/** An image becomes a link to it: nothing in an export is fetched from elsewhere. */
const withoutImages = { disable: { null: ['labelStartImage'] } };

/**
 * A model's Markdown without raw HTML, images and addresses other than http(s) and mailto. `id` keeps the footnotes of
 * one message apart from those of another.
 */
export function markdownHtml(text: string, id: string): SafeHtml {
  const markup = micromark(text, {
    extensions: [gfm(), withoutImages],
    htmlExtensions: [gfmHtml({ clobberPrefix: `${id}-` })],
  });
  // Text has no unescaped <, so that only links of the library itself look like this.
  return trusted(markup.replaceAll('<a href="', '<a rel="noopener noreferrer" href="'));
}
