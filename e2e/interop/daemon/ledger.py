"""What a session remembers of its operations, so that none is executed twice."""

import asyncio
import hashlib
from dataclasses import dataclass, field

import methods
import strict_json
from refusal import Refusal
from timestamps import stamp

CAPACITY = 16_384
MAX_RUNNING = 128


@dataclass
class Operation:
    id: str
    method: str
    digest: str
    stage: str = "accepted"
    outcome: str | None = None
    result: dict[str, object] | None = None
    error: Refusal | None = None
    finished: bool = False
    observed_at: str = field(default_factory=stamp)
    interrupted: asyncio.Event = field(default_factory=asyncio.Event)
    reason: str = ""

    def interrupt(self, reason: str) -> None:
        """`reason` is the outcome that the receipt then has: cancelled or timed_out."""
        if not self.finished and not self.interrupted.is_set():
            self.reason = reason
            self.interrupted.set()

    def dispatched(self) -> None:
        self.stage, self.observed_at = "dispatched", stamp()

    def finish(self, outcome: str) -> None:
        self.finished, self.outcome, self.observed_at = True, outcome, stamp()
        if self.stage != "accepted" or outcome == "succeeded":
            self.stage = "completed"

    @property
    def is_input(self) -> bool:
        return self.method in methods.INPUTS

    def receipt(self, session: dict[str, object]) -> dict[str, object]:
        outcome = {} if self.outcome is None else {"outcome": self.outcome}
        return {
            "operation_id": self.id,
            "method": self.method,
            **session,
            "request_digest": self.digest,
            "stage": self.stage,
            **outcome,
            "observed_at": self.observed_at,
        }


class Ledger:
    def __init__(self, capacity: int = CAPACITY) -> None:
        self._operations: dict[str, Operation] = {}
        self._capacity = capacity

    def begin(self, method: str, params: dict[str, object], session: dict[str, object]) -> Operation:
        """A new operation, or the finished one whose answer counts again; `session` is named by receipts."""
        context = params["context"]
        assert isinstance(context, dict)
        name, digest = context["operation_id"], digest_of(method, params)
        known = self._operations.get(name)
        if known is None:
            self._make_room(method)
            known = self._operations[name] = Operation(name, method, digest)
            return known
        if known.digest != digest:
            raise Refusal("conflict", "This operation id was used for another request.", operation_id=name)
        told = {"operation_id": name, "receipt": known.receipt(session)}
        if not known.finished:
            raise Refusal("operation_in_progress", "This operation is running.", "reconcile_first", **told)
        if not known.is_input:
            raise Refusal(
                "conflict", "This operation is over, its answer not kept.", "reconcile_first", "completed", **told
            )
        return known

    def find(self, name: str) -> Operation | None:
        return self._operations.get(name)

    def running(self) -> list[Operation]:
        return [operation for operation in self._operations.values() if not operation.finished]

    def _make_room(self, method: str) -> None:
        reconciles = method in methods.RECONCILIATION
        if len(self.running()) >= MAX_RUNNING + reconciles:
            raise Refusal("busy", "Too many operations are running.", "after_capacity")
        # The last slot is for finding out what happened to the others.
        while len(self._operations) >= self._capacity - (not reconciles):
            oldest = next((name for name, known in self._operations.items() if known.finished), None)
            if oldest is None:
                raise Refusal("busy", "The ledger is full.", "after_capacity")
            del self._operations[oldest]


def digest_of(method: str, params: dict[str, object]) -> str:
    """SHA-256 of version, method and canonical params, without what may differ between two sends of one request."""
    kept = methods.PARAMS[method].without_defaults({n: v for n, v in params.items() if n != "context"})
    request = {"method": method, "params": kept, "protocol_version": "0.1"}
    return hashlib.sha256(strict_json.canonical(request).encode()).hexdigest()
