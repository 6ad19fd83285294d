import { MonitorCog, Play, UserRound } from 'lucide-react';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Run } from '../../shared/threads.ts';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { RunActions } from './run-actions.tsx';

type ComposerProps = {
  readonly configuration: EnvironmentConfiguration;
  readonly inherited: EnvironmentConfiguration | null;
  readonly activeRun: Run | null;
  readonly isStarting: boolean;
  readonly error: Error | null;
  readonly onOpenEnvironments: () => void;
  readonly onStart: () => void;
};

export function Composer({ configuration, inherited, activeRun, onStart, ...props }: ComposerProps) {
  const aliases = [configuration, inherited].flatMap(
    (source) => source?.environment_bindings.map((binding) => binding.alias) ?? [],
  );
  const names = [...new Set(aliases)];
  return (
    <footer className="composer" aria-label="Composer">
      <ProblemNotice error={props.error} />
      <div className="composer-box">
        <Button className="composer-environments" variant="secondary" onPress={props.onOpenEnvironments}>
          <MonitorCog size={15} aria-hidden="true" />
          <span>Working environments{names.length > 0 && `: ${names.join(', ')}`}</span>
        </Button>
        {activeRun === null ? (
          <>
            <p className="composer-hint">
              {names.length > 0 && 'With Operator you observe the desktop and act on its image yourself.'}
            </p>
            <div className="composer-actions">
              <span className="composer-agent">
                <UserRound size={14} aria-hidden="true" />
                Operator
              </span>
              <Button
                variant="primary"
                isDisabled={names.length === 0}
                isPending={props.isStarting}
                onPress={onStart}
              >
                <Play size={14} fill="currentColor" aria-hidden="true" />
                Start run
              </Button>
            </div>
          </>
        ) : (
          <RunActions key={activeRun.run_id} run={activeRun} />
        )}
      </div>
    </footer>
  );
}
