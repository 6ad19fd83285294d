import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view';

const classes = new Map(
  Object.entries({
    Key: 'cm-yaml-key',
    Comment: 'cm-yaml-comment',
    QuotedLiteral: 'cm-yaml-quoted',
    BlockLiteralContent: 'cm-yaml-quoted',
    Anchor: 'cm-yaml-special',
    Alias: 'cm-yaml-special',
    Tag: 'cm-yaml-special',
  }).map(([name, style]) => [name, Decoration.mark({ class: style })]),
);

/** Classes on what the parser recognises, so that the colours are those of the page. */
export const yamlColours = ViewPlugin.define((view) => new Colours(view), {
  decorations: (plugin) => plugin.decorations,
});

class Colours {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = coloursOf(view);
  }

  update(update: ViewUpdate): void {
    const isParsedOn = syntaxTree(update.startState) !== syntaxTree(update.state);
    if (update.docChanged || update.viewportChanged || isParsedOn) this.decorations = coloursOf(update.view);
  }
}

function coloursOf(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: (node) => {
        const colour = classes.get(node.name);
        if (colour === undefined || node.from === node.to) return;
        builder.add(node.from, node.to, colour);
        return false;
      },
    });
  }
  return builder.finish();
}
