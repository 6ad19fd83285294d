import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import { Dialog } from '../design/dialog.tsx';
import { BindingsEditor } from './bindings-editor.tsx';

type WorkingEnvironmentsProps = {
  readonly configuration: EnvironmentConfiguration;
  readonly inherited: EnvironmentConfiguration | null;
  readonly onSave: (configuration: EnvironmentConfiguration) => Promise<unknown>;
  readonly onClose: () => void;
};

export function WorkingEnvironments({ onClose, ...editor }: WorkingEnvironmentsProps) {
  return (
    <Dialog
      title="Working environments"
      description="The desktops that this conversation may use, and what it may do there."
      width="wide"
      onClose={onClose}
    >
      <BindingsEditor {...editor} onDone={onClose} />
    </Dialog>
  );
}
