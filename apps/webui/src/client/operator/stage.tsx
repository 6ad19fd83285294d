import { useQuery } from '@tanstack/react-query';
import { Camera, Monitor, ShieldOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { devicesQuery } from '../api/live-queries.ts';
import { useApp } from '../app-context.tsx';
import { Button } from '../design/button.tsx';
import { EmptyState } from '../design/states.tsx';
import { scrollUnits, takesAdditions } from './gesture.ts';
import { ImageWork } from './image-work.tsx';
import { KeyBar } from './key-bar.tsx';
import { firstObserveOptions, ObserveBar, type ObserveOptions } from './observe-bar.tsx';
import { StageNotes } from './stage-notes.tsx';
import { deviceOf, displayChoices, newestImage, offeredTools, type NewestImage } from './stage-state.ts';
import { TextBar } from './text-bar.tsx';
import { useOperator, type Operator } from './use-operator.ts';
import './operator.css';

type StageProps = { readonly run: Run; readonly calls: readonly ToolCall[] };

/** Where the person acts: observe, then point at the newest image, press keys or type. */
export function Stage({ run, calls }: StageProps) {
  const { eventLog } = useApp();
  const { data: devices = [] } = useQuery(devicesQuery(eventLog));
  const operator = useOperator(run, calls);
  const aliases = run.environment.environment_bindings.map((binding) => binding.alias);
  const [alias, setAlias] = useState(run.environment.default_environment ?? aliases[0] ?? '');
  const [options, setOptions] = useState<ObserveOptions>(firstObserveOptions);
  const image = newestImage(calls, run.run_id, aliases.length > 1 ? alias : null);
  const device = deviceOf(run, { alias, devices });
  const tools = offeredTools(run, alias);
  if (run.tools.length === 0) return <NoTools />;
  const observe = () =>
    operator.call({
      tool: 'computer_observe',
      arguments: {
        alias,
        ...(options.targetId !== '' && { target_id: options.targetId }),
        max_dimension: Number(options.maxDimension),
      },
    });
  return (
    <section className="stage" aria-label="Operator">
      <ObserveBar
        tools={tools}
        aliases={aliases}
        alias={alias}
        displays={displayChoices(run, calls, { alias, devices })}
        options={options}
        isBusy={operator.isBusy}
        onAlias={(next) => {
          setAlias(next);
          setOptions({ ...options, targetId: '' });
        }}
        onOptions={setOptions}
        onObserve={observe}
        onDescribe={() => operator.call({ tool: 'computer_describe', arguments: { alias } })}
      />
      {image === null ? (
        <NoImage
          canObserve={tools.includes('computer_observe')}
          isBusy={operator.isBusy}
          notes={<StageNotes device={device} operator={operator} hint={null} />}
          onObserve={observe}
        />
      ) : (
        <ImageWork
          threadId={run.thread_id}
          tools={tools}
          image={image}
          device={device}
          operator={operator}
          units={scrollUnits(device?.desktop?.scroll_units ?? [])}
          onObserve={() => {
            const again = observeAgain(image);
            if (again === null) observe();
            else operator.call(again);
          }}
        />
      )}
      <InputBars tools={tools} alias={alias} operator={operator} />
    </section>
  );
}

/** The screenshot that is shown, taken anew: same environment, display and size. A part is seen as a whole again. */
function observeAgain({ call: { call } }: NewestImage): ComputerToolCall | null {
  return call.tool === 'computer_observe' ? call : null;
}

function InputBars({
  tools,
  alias,
  operator,
}: {
  readonly tools: readonly string[];
  readonly alias: string;
  readonly operator: Operator;
}) {
  const hasKeys = tools.includes('computer_press_keys');
  const hasText = tools.includes('computer_type_text');
  if (!hasKeys && !hasText) return null;
  return (
    <div className="stage-bar stage-foot">
      {hasKeys && (
        <KeyBar
          alias={alias}
          canHold={takesAdditions(tools)}
          isBusy={operator.isBusy}
          onCall={operator.call}
        />
      )}
      {hasText && <TextBar alias={alias} isBusy={operator.isBusy} onCall={operator.call} />}
    </div>
  );
}

type NoImageProps = {
  readonly canObserve: boolean;
  readonly isBusy: boolean;
  readonly notes: ReactNode;
  readonly onObserve: () => void;
};

function NoImage({ canObserve, isBusy, notes, onObserve }: NoImageProps) {
  return (
    <div className="stage-view page-center">
      <EmptyState
        icon={Monitor}
        title={canObserve ? 'Observe the desktop to begin' : 'Screenshots are not allowed here'}
        actions={
          canObserve && (
            <Button variant="primary" autoFocus isDisabled={isBusy} onPress={onObserve}>
              <Camera size={15} aria-hidden="true" />
              Take a first look
            </Button>
          )
        }
      >
        {canObserve
          ? 'It takes one screenshot. You then click, drag or scroll on that image.'
          : 'This run allows no observation, so there is no image to point at.'}
      </EmptyState>
      {notes}
    </div>
  );
}

function NoTools() {
  return (
    <section className="stage" aria-label="Operator">
      <div className="stage-view page-center">
        <EmptyState icon={ShieldOff} title="This run may do nothing on a desktop">
          Its allowed actions name no desktop action that a connected device serves. Finish it, change Working
          environments, and start another run.
        </EmptyState>
      </div>
    </section>
  );
}
