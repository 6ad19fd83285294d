import type { Pairing } from '../../shared/devices.ts';
import { Button } from '../design/button.tsx';
import { ProblemNotice } from '../design/notice.tsx';
import { formatLeft } from '../time/format-time.ts';
import { useNow } from '../time/use-now.ts';
import { usePairingAnswer } from './use-device-action.ts';

/** One waiting device. Its name is its own claim; the code is what tells it from a stranger's. */
export function PairingRow({ pairing }: { readonly pairing: Pairing }) {
  const now = useNow(1000);
  const answer = usePairingAnswer(pairing);
  const chosen = answer.isPending || answer.isSuccess ? answer.variables : null;
  return (
    <li className="pairing">
      <div>
        <strong>
          <bdi>{pairing.name}</bdi>
        </strong>
        <span className="muted small">
          {pairing.address} · {formatLeft(pairing.expires_at, now)}
        </span>
      </div>
      <span className="pairing-code">
        <span className="visually-hidden">Verification code </span>
        {pairing.verification_code}
      </span>
      <div className="pairing-actions">
        <Button
          label={`Reject ${pairing.name}`}
          isDisabled={chosen === 'approve'}
          isPending={chosen === 'reject'}
          onPress={() => answer.mutate('reject')}
        >
          Reject
        </Button>
        <Button
          label={`Approve ${pairing.name}`}
          variant="primary"
          isDisabled={chosen === 'reject'}
          isPending={chosen === 'approve'}
          onPress={() => answer.mutate('approve')}
        >
          Approve
        </Button>
      </div>
      <ProblemNotice error={answer.error} />
    </li>
  );
}
