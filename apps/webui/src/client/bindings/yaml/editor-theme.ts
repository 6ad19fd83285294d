import { EditorView } from '@codemirror/view';

/** Made of the tokens of the page, which reach into the shadow root: one theme for light and dark. */
export const editorTheme = EditorView.theme({
  '&': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface)',
    fontSize: 'var(--size-s)',
    minHeight: '220px',
    maxHeight: 'min(52vh, 560px)',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--text)', padding: '8px 0' },
  '.cm-content ::selection': { backgroundColor: 'var(--accent-soft)' },
  '.cm-gutters': {
    color: 'var(--text-muted)',
    backgroundColor: 'var(--surface-sunken)',
    borderRight: '1px solid var(--border)',
  },
  '.cm-activeLine': { backgroundColor: 'var(--hover)' },
  '.cm-activeLineGutter': { color: 'var(--text)', backgroundColor: 'var(--hover)' },
  '.cm-yaml-key': { color: 'var(--accent)' },
  '.cm-yaml-quoted': { color: 'var(--good)' },
  '.cm-yaml-comment': { color: 'var(--text-muted)', fontStyle: 'italic' },
  '.cm-yaml-special': { color: 'var(--warn)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--danger)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--warn)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintPoint-error:after': { borderBottomColor: 'var(--danger)' },
  '.cm-lint-marker': { content: 'none', width: '8px', height: '8px', margin: '6px 2px', borderRadius: '50%' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--danger)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--warn)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--surface-raised)',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-s)',
    fontFamily: 'var(--font)',
    fontSize: 'var(--size-xs)',
  },
  '.cm-diagnostic': { padding: '4px 8px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-diagnostic-warning': { borderLeft: '3px solid var(--warn)' },
});
