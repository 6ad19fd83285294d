import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import {
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorTheme } from './editor-theme.ts';
import type { YamlProblem } from './read-yaml.ts';
import { yamlColours } from './yaml-colours.ts';

export type YamlEditor = {
  setText(text: string): void;
  setProblems(problems: readonly YamlProblem[]): void;
  /** Puts the cursor there and shows it. */
  goTo(position: number): void;
  close(): void;
};

type YamlEditorOptions = {
  readonly host: HTMLElement;
  readonly text: string;
  /** The accessible name. */
  readonly label: string;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
};

/**
 * A text editor in a shadow root of the host: there its style sheet is adopted by script, where the page's content
 * security policy would refuse a style element. Tab is left to the page, so nobody is caught in it.
 */
export function createYamlEditor({ host, text, label, onChange, onSave }: YamlEditorOptions): YamlEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open', delegatesFocus: true });
  const save = () => {
    onSave();
    return true;
  };
  const state = EditorState.create({
    doc: text,
    extensions: [
      lineNumbers(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      yaml(),
      yamlColours,
      indentOnInput(),
      lintGutter(),
      keymap.of([
        { key: 'Mod-s', run: save, preventDefault: true },
        ...defaultKeymap,
        ...historyKeymap,
        ...lintKeymap,
      ]),
      EditorView.lineWrapping,
      typedOverSelection,
      EditorView.contentAttributes.of({
        ...{ 'aria-label': label, autocapitalize: 'off', spellcheck: 'false', tabindex: '0' },
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update.state.doc.toString());
      }),
      editorTheme,
    ],
  });
  const view = new EditorView({ state, parent: root, root });
  // The first thing in here that can take the focus given to the host.
  view.scrollDOM.addEventListener('focus', () => view.focus());
  return {
    setText(next) {
      const { doc } = view.state;
      if (doc.toString() === next) return;
      view.dispatch({ changes: { from: 0, to: doc.length, insert: next } });
    },
    setProblems(problems) {
      const { length } = view.state.doc;
      const diagnostics = problems
        .filter(({ to }) => to <= length)
        .map(({ from, to, severity, message }) => ({ from, to, severity, message }));
      view.dispatch(setDiagnostics(view.state, diagnostics));
    },
    goTo(position) {
      const anchor = Math.min(position, view.state.doc.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

/** Left to the browser, it would keep the styles of what is replaced as inline styles, which the page's policy refuses. */
const typedOverSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { data, inputType, isComposing } = event;
    if (inputType !== 'insertText' || isComposing || data === null) return false;
    if (view.state.selection.ranges.every((range) => range.empty)) return false;
    view.dispatch(view.state.replaceSelection(data), { scrollIntoView: true, userEvent: 'input.type' });
    return true;
  },
});
