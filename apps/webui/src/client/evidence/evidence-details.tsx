import type { ReactNode } from 'react';
import type { ToolCall } from '../../shared/threads.ts';
import { Time } from '../time/time.tsx';
import type { ObservationResult } from './observation.ts';

const shownDigits = 16;

type EvidenceDetailsProps = { readonly call: ToolCall; readonly observation: ObservationResult };

export function EvidenceDetails({ call, observation }: EvidenceDetailsProps) {
  const { attachment, pointer } = observation;
  return (
    <dl className="evidence-details" aria-label="Details of the image">
      <Fact name="Environment">{call.alias ?? 'Not known'}</Fact>
      <Fact name="Display">{observation.target_id}</Fact>
      <Fact name="Reference">{observation.observation_id}</Fact>
      <Fact name="Pointer">{pointer === undefined ? 'Not told' : `${pointer.x}, ${pointer.y}`}</Fact>
      {attachment === null ? (
        <Fact name="Copy">Could not be stored</Fact>
      ) : (
        <>
          <Fact name="Stored copy">
            {attachment.width} × {attachment.height}, {Math.ceil(attachment.size_bytes / 1024)} KiB
          </Fact>
          <Fact name="SHA-256">
            <code title={attachment.sha256}>{attachment.sha256.slice(0, shownDigits)}…</code>
          </Fact>
          <Fact name="Kept until">
            <Time value={attachment.expires_at} format="date-time" />
          </Fact>
        </>
      )}
    </dl>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
