import { useQuery } from '@tanstack/react-query';
import { Camera, Maximize, Minimize, Monitor, ShieldOff } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ComputerToolCall } from '../../shared/computer-tools.ts';
import type { Run, ToolCall } from '../../shared/threads.ts';
import { devicesQuery } from '../api/live-queries.ts';
import { isRefusal } from '../api/request-error.ts';
import { useApp } from '../app-context.tsx';
import { Button, IconButton } from '../design/button.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import { EmptyState } from '../design/states.tsx';
import type { Point } from '../evidence/point-mapping.ts';
import { Time } from '../time/time.tsx';
import {
  currentMode,
  firstGesture,
  gestureCall,
  offeredModes,
  scrollUnits,
  type Gesture,
} from './gesture.ts';
import { GestureBar } from './gesture-bar.tsx';
import { KeyBar, TextBar } from './key-bar.tsx';
import { firstObserveOptions, ObserveBar, type ObserveOptions } from './observe-bar.tsx';
import { PointFields } from './point-fields.tsx';
import { StageImage } from './stage-image.tsx';
import { deviceOf, displayChoices, newestImage, offeredTools, type NewestImage } from './stage-state.ts';
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
      {device !== undefined && device.status !== 'connected' && (
        <div className="stage-note">
          <Notice
            tone="warn"
            title={`${device.name} is ${device.status === 'revoked' ? 'revoked' : 'offline'}`}
          >
            {device.status === 'revoked'
              ? 'Nothing more can be done on it.'
              : 'It reconnects by itself while its daemon runs.'}
          </Notice>
        </div>
      )}
      {operator.error !== null && (
        <div className="stage-note">
          <ProblemNotice error={operator.error} />
          {!isRefusal(operator.error) && (
            <p className="small muted">
              It was sent once and is not sent again. Once the connection is back, the transcript shows what
              became of it.
            </p>
          )}
        </div>
      )}
      {image === null ? (
        <NoImage
          canObserve={tools.includes('computer_observe')}
          isBusy={operator.isBusy}
          onObserve={observe}
        />
      ) : (
        <ImageWork
          threadId={run.thread_id}
          tools={tools}
          image={image}
          operator={operator}
          units={scrollUnits(device?.desktop?.scroll_units ?? [])}
          onObserve={() => operator.call(sameAgain(image))}
        />
      )}
      <InputBars tools={tools} alias={alias} operator={operator} />
    </section>
  );
}

/** The screenshot that is shown, taken anew: same environment, display and size. */
function sameAgain({ call }: NewestImage): ComputerToolCall {
  return call.call;
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
      {hasKeys && <KeyBar alias={alias} isBusy={operator.isBusy} onCall={operator.call} />}
      {hasText && <TextBar alias={alias} isBusy={operator.isBusy} onCall={operator.call} />}
    </div>
  );
}

type ImageWorkProps = {
  readonly threadId: string;
  readonly tools: readonly string[];
  readonly image: NewestImage;
  readonly operator: Operator;
  readonly units: readonly Gesture['unit'][];
  readonly onObserve: () => void;
};

function ImageWork({ threadId, tools, image, operator, units, onObserve }: ImageWorkProps) {
  const { observation } = image;
  const [chosen, setGesture] = useState<Gesture>(firstGesture);
  const [zoom, setZoom] = useState<'fit' | 'actual'>('fit');
  const [hover, setHover] = useState<Point | null>(null);
  const modes = offeredModes(tools);
  const mode = currentMode(chosen, modes);
  const gesture = withUnit(chosen, units);
  const options = useRef<HTMLDivElement>(null);
  const act = (start: Point, end: Point) => {
    if (mode === null || focusInvalid(options.current)) return;
    operator.call(gestureCall(gesture, mode, { observationId: observation.observation_id, start, end }));
  };
  return (
    <>
      {mode !== null && (
        <div className="stage-bar" role="group" aria-label="Pointer">
          <div className="gesture-options" ref={options}>
            <GestureBar gesture={gesture} mode={mode} modes={modes} units={units} onChange={setGesture} />
          </div>
          <span className="spacer" />
          <PointFields mode={mode} image={observation} isBusy={operator.isBusy} onPoint={act} />
        </div>
      )}
      <div className="stage-view">
        <StageImage
          key={observation.observation_id}
          threadId={threadId}
          observation={observation}
          marks={image.lastInput === null ? [] : [image.lastInput.call]}
          zoom={zoom}
          mode={mode}
          gesture={gesture}
          isBusy={operator.isBusy}
          onPoint={act}
          onHover={setHover}
        />
      </div>
      <div className="stage-caption">
        <StageCaption image={image} isBusy={operator.isBusy} onObserve={onObserve} />
        <span className="at" aria-hidden="true">
          {hover !== null && `${hover.x}, ${hover.y}`}
        </span>
        <IconButton
          label={zoom === 'fit' ? 'Show at actual size' : 'Fit into the window'}
          onPress={() => setZoom(zoom === 'fit' ? 'actual' : 'fit')}
        >
          {zoom === 'fit' ? (
            <Maximize size={15} aria-hidden="true" />
          ) : (
            <Minimize size={15} aria-hidden="true" />
          )}
        </IconButton>
      </div>
    </>
  );
}

/** Nothing is sent while one of its options is wrong: the person is brought to that field and its message. */
function focusInvalid(options: HTMLElement | null): boolean {
  const field = options?.querySelector<HTMLElement>('[aria-invalid="true"]');
  field?.focus();
  return field != null;
}

type StageCaptionProps = {
  readonly image: NewestImage;
  readonly isBusy: boolean;
  readonly onObserve: () => void;
};

/** Below the image, so that the image stays where it is when this changes. */
function StageCaption({ image, isBusy, onObserve }: StageCaptionProps) {
  const { captured_at: capturedAt, width, height } = image.observation;
  return (
    <>
      <span role="status">
        {image.isOutdated && <strong>The desktop may have changed since this image.</strong>}
      </span>
      {image.isOutdated && (
        <Button size="small" isDisabled={isBusy} onPress={onObserve}>
          <Camera size={14} aria-hidden="true" />
          Observe again
        </Button>
      )}
      <span>
        Captured <Time value={capturedAt} format="clock" /> · {width} × {height} · Evidence, not a live view
      </span>
    </>
  );
}

/** A unit that the desktop does not offer is replaced together with its amount. */
function withUnit(gesture: Gesture, units: readonly Gesture['unit'][]): Gesture {
  const [first = 'pixels'] = units;
  if (units.includes(gesture.unit)) return gesture;
  return { ...gesture, unit: first, amount: first === 'steps' ? 3 : 300 };
}

type NoImageProps = {
  readonly canObserve: boolean;
  readonly isBusy: boolean;
  readonly onObserve: () => void;
};

function NoImage({ canObserve, isBusy, onObserve }: NoImageProps) {
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
