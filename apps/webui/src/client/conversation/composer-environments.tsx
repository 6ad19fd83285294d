import { MonitorCog, MonitorOff } from 'lucide-react';
import { Button } from '../design/button.tsx';

type ComposerEnvironmentsProps = {
  readonly aliases: readonly string[];
  readonly offline: readonly string[];
  readonly onOpen: () => void;
};

export function ComposerEnvironments({ aliases, offline, onOpen }: ComposerEnvironmentsProps) {
  const Icon = offline.length > 0 ? MonitorOff : MonitorCog;
  const words = aliases.map((alias) => (offline.includes(alias) ? `${alias} (offline)` : alias)).join(', ');
  return (
    <Button
      className={offline.length > 0 ? 'composer-chip composer-offline' : 'composer-chip'}
      variant="ghost"
      size="small"
      onPress={onOpen}
    >
      <Icon size={15} aria-hidden="true" />
      <span>
        <span className="composer-environments-words">Working environments{words !== '' && ': '}</span>
        {words !== '' && <span>{words}</span>}
      </span>
    </Button>
  );
}
