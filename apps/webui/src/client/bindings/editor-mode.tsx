import { Segments } from '../design/choice.tsx';

type EditorModeProps = {
  readonly mode: 'form' | 'yaml';
  readonly onChange: (mode: 'form' | 'yaml') => void;
};

/** The same configuration, as a form or as text. */
export function EditorMode({ mode, onChange }: EditorModeProps) {
  return (
    <div>
      <Segments
        label="Edit as"
        value={mode}
        options={[
          { value: 'form', label: 'Form' },
          { value: 'yaml', label: 'YAML' },
        ]}
        onChange={(next) => {
          if (next !== mode) onChange(next);
        }}
      />
    </div>
  );
}
