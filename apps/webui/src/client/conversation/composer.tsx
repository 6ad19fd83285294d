import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListPlus, Play, SendHorizontal, ShieldQuestionMark } from 'lucide-react';
import { useCallback } from 'react';
import type { EnvironmentConfiguration } from '../../shared/bindings.ts';
import type { Run } from '../../shared/threads.ts';
import { devicesQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { hasDesktopActions } from '../bindings/ceiling.ts';
import { Button } from '../design/button.tsx';
import { GrowingText } from '../design/growing-text.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { Status } from '../design/states.tsx';
import { useOnce } from '../design/use-once.ts';
import { useLiveStatus } from '../live-events/use-live-status.ts';
import { isActive } from '../../shared/call-words.ts';
import { ComposerBudget } from './composer-budget.tsx';
import { hindranceOf, type Hindrance } from './composer-choice.ts';
import { ComposerEnvironments } from './composer-environments.tsx';
import { ComposerMenu } from './composer-menu.tsx';
import { ComposerRunState } from './composer-run-state.tsx';
import { ComposerWho } from './composer-who.tsx';
import { approvalModes, offlineAliases, whyNotSend } from './composer-words.ts';
import { RunActions } from './run-actions.tsx';
import { useComposer, type ComposerState, type RunStart } from './use-composer.ts';
import { useDoubleEscape } from './use-double-escape.ts';
import { useFinishRun, useStopRun } from './use-run-control.ts';
import './composer.css';

type ComposerProps = {
  /** Under which what is written here is kept. */
  readonly scope: string;
  readonly configuration: EnvironmentConfiguration;
  readonly inherited: EnvironmentConfiguration | null;
  readonly runs: readonly Run[];
  readonly isStarting: boolean;
  readonly error: Error | null;
  readonly onOpenEnvironments: () => void;
  /** Resolves once the run is taken. */
  readonly onStart: (start: RunStart) => Promise<unknown>;
};

export function Composer({ configuration, inherited, runs, onStart, ...props }: ComposerProps) {
  const { eventLog } = useApp();
  const { data: devices } = useQuery(devicesQuery(eventLog));
  const composer = useComposer(props.scope, runs);
  const isConnected = useLiveStatus() !== 'offline';
  const current = currentRun(runs);
  const stopping = useStopping(current);
  const finish = useFinishRun();
  const bindings = [configuration, inherited].flatMap((source) => source?.environment_bindings ?? []);
  const aliases = [...new Set(bindings.map((binding) => binding.alias))];
  const offline = devices === undefined ? [] : offlineAliases(bindings, devices);
  const isOperator = composer.who.kind === 'operator';
  const hindrance = composer.isLoaded || isOperator ? hindranceOf(composer.who, bindings) : null;
  const queued = runs.filter((run) => run.state === 'queued' && run !== current).length;
  const why = whyNotSend({
    isConnected,
    isLoaded: composer.isLoaded || isOperator,
    isOperator,
    hindrance: hindrance?.sentence ?? null,
    text: composer.text,
    isRunning: current !== null,
    queued,
  });
  const startOnce = useOnce(async ({ start, text, sent }: Pick<ComposerState, 'start' | 'text' | 'sent'>) => {
    await onStart(start);
    sent(text);
  });
  const send = () => {
    if (why === null && !props.isStarting) startOnce(composer);
  };
  const hasDesktop = bindings.some((binding) => hasDesktopActions(binding.permission_ceiling.operations));
  const isModelRun = current?.agent === 'model';
  return (
    <section className="composer" aria-label="Composer">
      <ProblemNotice error={props.error ?? stopping.error ?? finish.error ?? composer.error} />
      <ComposerRunState
        run={isModelRun ? current : null}
        isStopping={stopping.isPending}
        queued={queued}
        offline={offline}
      />
      <div className="composer-box">
        {!isOperator && (
          <GrowingText
            label="Message"
            className="composer-text"
            value={composer.text}
            placeholder={placeholderOf(current)}
            onChange={composer.setText}
            onSend={send}
          />
        )}
        <div className="composer-bar">
          <ComposerWho
            who={composer.who}
            workers={composer.workers}
            bindings={bindings}
            onChoose={composer.chooseWho}
          />
          <ComposerEnvironments aliases={aliases} offline={offline} onOpen={props.onOpenEnvironments} />
          {!isOperator && <ModelChoices composer={composer} hasDesktop={hasDesktop} />}
          {isOperator && current === null && aliases.length > 0 && (
            <p className="composer-hint">
              With Operator you observe the desktop and act on its image yourself.
            </p>
          )}
          <div className="composer-actions">
            {current?.agent === 'operator' && <Status tone="active">Running</Status>}
            {current !== null && (
              <RunActions
                run={current}
                finish={finish}
                isStopping={stopping.isPending}
                onStop={stopping.stop}
              />
            )}
            {(current === null || !isOperator) && (
              <SendButton
                isOperator={isOperator}
                isRunning={current !== null}
                isPending={props.isStarting}
                why={why}
                onSend={send}
              />
            )}
          </div>
        </div>
      </div>
      <WhyNot hindrance={hindrance} isConnected={isConnected} onOpenEnvironments={props.onOpenEnvironments} />
    </section>
  );
}

/** The one that goes on; while none does, the first of those that wait. */
export function currentRun(runs: readonly Run[]): Run | null {
  return (
    runs.find((run) => run.state === 'running' || run.state === 'waiting') ??
    runs.find((run) => isActive(run.state)) ??
    null
  );
}

function useStopping(run: Run | null) {
  const { mutate, isPending, error } = useStopRun();
  const threadId = run?.thread_id;
  const runId = run?.run_id;
  const stop = useCallback(() => {
    if (threadId !== undefined && runId !== undefined) mutate({ threadId, runId });
  }, [mutate, threadId, runId]);
  useDoubleEscape(stop, run !== null && !isPending);
  return { stop, isPending, error };
}

function placeholderOf(current: Run | null): string {
  if (current === null) return 'Say what is to be done';
  return 'Say what is to be done next; it waits until this run has ended';
}

function ModelChoices(props: { readonly composer: ComposerState; readonly hasDesktop: boolean }) {
  const { composer, hasDesktop } = props;
  const mode = approvalModes.find((candidate) => candidate.value === composer.approval);
  return (
    <>
      <ComposerBudget
        budget={composer.budget}
        standard={composer.standardBudget}
        onChange={composer.chooseBudget}
      />
      {hasDesktop && (
        <ComposerMenu
          label="Approval"
          value={mode?.label ?? ''}
          icon={ShieldQuestionMark}
          chosen={composer.approval}
          sections={[
            {
              title: 'Approval',
              items: approvalModes.map(({ value, label, description }) => ({
                id: value,
                label,
                description,
                icon: ShieldQuestionMark,
              })),
            },
          ]}
          onChoose={(id) => {
            const next = approvalModes.find((candidate) => candidate.value === id);
            if (next !== undefined) composer.chooseApproval(next.value);
          }}
        />
      )}
    </>
  );
}

type SendButtonProps = {
  readonly isOperator: boolean;
  readonly isRunning: boolean;
  readonly isPending: boolean;
  readonly why: string | null;
  readonly onSend: () => void;
};

function SendButton({ isOperator, isRunning, isPending, why, onSend }: SendButtonProps) {
  const Icon = isOperator ? Play : isRunning ? ListPlus : SendHorizontal;
  return (
    <span className="icon-button" title={why ?? undefined}>
      <Button variant="primary" isDisabled={why !== null} isPending={isPending} onPress={onSend}>
        {!isPending && <Icon size={14} aria-hidden="true" />}
        {isOperator ? 'Start run' : isRunning ? 'Queue' : 'Send'}
      </Button>
    </span>
  );
}

type WhyNotProps = {
  readonly hindrance: Hindrance | null;
  readonly isConnected: boolean;
  readonly onOpenEnvironments: () => void;
};

/** Said at once, with the way to mend it. An Operator without an environment is told so by the page itself. */
function WhyNot({ hindrance, isConnected }: WhyNotProps) {
  if (!isConnected) {
    return <p className="composer-why">No connection to harness-ui. What you write is kept here.</p>;
  }
  if (hindrance === null || hindrance.mend === 'environments') return null;
  return (
    <p className="composer-why" role="status">
      {hindrance.sentence}{' '}
      {hindrance.mend === 'models' ? (
        <Link to="/settings/models" search={{}}>
          Open Models
        </Link>
      ) : (
        <Link to="/settings/agents">Open Agents</Link>
      )}
    </p>
  );
}
