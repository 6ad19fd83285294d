import type { Device } from '../../shared/devices.ts';
import { isRefusal } from '../api/request-error.ts';
import { Button } from '../design/button.tsx';
import { Notice, ProblemNotice } from '../design/notice.tsx';
import type { Operator } from './use-operator.ts';

type StageNotesProps = {
  readonly device: Device | undefined;
  readonly operator: Operator;
  /** Why a gesture came to nothing. */
  readonly hint: string | null;
};

/** They lie over the foot of the view, so that the image does not move when one comes or goes. */
export function StageNotes({ device, operator, hint }: StageNotesProps) {
  const isAway = device !== undefined && device.status !== 'connected';
  if (!isAway && operator.error === null && hint === null) return null;
  return (
    <div className="stage-notes">
      {isAway && (
        <Notice
          tone="warn"
          title={`${device.name} is ${device.status === 'revoked' ? 'revoked' : 'offline'}`}
        >
          {device.status === 'revoked'
            ? 'Nothing more can be done on it.'
            : 'It reconnects by itself while its daemon runs.'}
        </Notice>
      )}
      {operator.error !== null && (
        <>
          <ProblemNotice
            error={operator.error}
            actions={
              <Button size="small" onPress={operator.dismiss}>
                Dismiss
              </Button>
            }
          />
          {!isRefusal(operator.error) && (
            <Notice tone="info">
              It was sent once and is not sent again. Once the connection is back, the transcript shows what
              became of it.
            </Notice>
          )}
        </>
      )}
      {hint !== null && (
        <Notice tone="warn" isAlert>
          {hint}
        </Notice>
      )}
    </div>
  );
}
