import { useEffect, useEffectEvent, useRef } from 'react';
import { createYamlEditor, type YamlEditor } from './create-yaml-editor.ts';
import type { YamlProblem } from './read-yaml.ts';
import { YamlProblems } from './yaml-problems.tsx';

type YamlFieldProps = {
  readonly text: string;
  readonly problems: readonly YamlProblem[];
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
};

/** The text with what is wrong in it, marked and listed. */
export function YamlField({ text, problems, onChange, onSave }: YamlFieldProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<YamlEditor | null>(null);
  const changed = useEffectEvent(onChange);
  const saveAsked = useEffectEvent(onSave);
  const firstText = useEffectEvent(() => text);
  useEffect(() => {
    if (host.current === null) return;
    const opened = createYamlEditor({
      host: host.current,
      text: firstText(),
      label: 'Configuration as YAML',
      onChange: (next) => changed(next),
      onSave: () => saveAsked(),
    });
    editor.current = opened;
    return () => {
      editor.current = null;
      opened.close();
    };
  }, []);
  useEffect(() => {
    editor.current?.setText(text);
    editor.current?.setProblems(problems);
  }, [text, problems]);
  return (
    <>
      {/* The dialog moves the focus by what it sees in its own tree, so the host is a stop of the Tab key. */}
      <div ref={host} className="yaml-editor" tabIndex={0} />
      <p className="field-hint">
        <kbd>Tab</kbd> leaves the editor, <kbd>Ctrl S</kbd> saves, <kbd>F8</kbd> goes to the next problem.
      </p>
      <YamlProblems problems={problems} onOpen={({ from }) => editor.current?.goTo(from)} />
    </>
  );
}
