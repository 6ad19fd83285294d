"""A session: its ledger, readers and references, what it admits, and how long it lives without the Host."""

import asyncio
import time
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import methods
from device import AVAILABLE, Device
from ledger import Ledger, Operation
from refusal import Refusal
from transfer import Reader

if TYPE_CHECKING:
    from connection import Connection

Params = dict[str, object]
Handler = Callable[["Session", Operation, Params], Awaitable[Params]]
MAX_REFERENCES = 16
REFERENCE_SECONDS = 120.0
LONGEST_WAIT_SECONDS = 86_400.0
NO_FEATURES = dict.fromkeys(
    ["process_count_limit", "memory_bytes_limit", "cpu_time_limit", "signal_interrupt", "signal_terminate"], False
)


@dataclass(frozen=True)
class Reference:
    size: tuple[int, int]
    expires: float


class Session:
    def __init__(self, device: Device, connection: "Connection", directory: str) -> None:
        self.device = device
        self.connection: "Connection | None" = connection
        self.id = device.new_name("session")
        self.directory = directory
        self.ready = False
        self.ledger = Ledger()
        self.readers: dict[str, Reader] = {}
        self._references: dict[str, Reference] = {}
        self._end: asyncio.TimerHandle | None = None
        device.sessions[self.id] = self
        self.touch()

    def names(self) -> Params:
        return {
            "device_id": self.device.settings.device_id,
            "session_id": self.id,
            "generation": self.device.generation,
        }

    def descriptor(self) -> Params:
        return {
            **self.names(),
            "working_directory": self.directory,
            "available_methods": AVAILABLE,
            "execution_features": NO_FEATURES,
            **self.device.shared(),
        }

    def admit(self, method: str) -> None:
        """Before its params are looked at."""
        self.touch()
        if not self.ready and method not in ("environment.readiness", *methods.LIFECYCLE_METHODS):
            raise Refusal("not_initialized", "Ask for environment.readiness first.", "after_refresh")

    def touch(self) -> None:
        """A request of the Host: the idle time begins anew."""
        self._end_after("idle_timeout_ms")

    def attach(self, connection: "Connection") -> None:
        self.connection = connection
        self.touch()

    def detach(self) -> None:
        """The carrier is lost: transfers end, input under way is let go, the session waits for the Host."""
        self.connection = None
        self._stop_work()
        self._end_after("disconnect_grace_ms")

    async def close_when_done(self) -> None:
        """Interrupts what runs and waits for its cleanup."""
        self._stop_work()
        while self.ledger.running():
            await asyncio.sleep(0.01)
        self.close()

    def close(self) -> None:
        self._stop_work()
        self.device.sessions.pop(self.id, None)
        if self._end is not None:
            self._end.cancel()

    def remember(self, size: tuple[int, int]) -> str:
        name = self.device.new_name("seen")
        self._references[name] = Reference(size, time.monotonic() + REFERENCE_SECONDS)
        while len(self._references) > MAX_REFERENCES:
            del self._references[next(iter(self._references))]
        return name

    def reference(self, name: object) -> Reference:
        found = self._references.get(str(name))
        if found is None or found.expires < time.monotonic():
            raise Refusal(
                "conflict", "This observation is unknown or expired.", "after_refresh", field="observation_id"
            )
        return found

    async def perform(self, method: str, params: Params, handler: Handler) -> Params:
        """Runs the operation, or gives the answer that it had; raises Refusal."""
        operation = self.ledger.begin(method, params, self.names())
        if not operation.finished:
            await self._run(operation, params, handler)
        elif operation.is_input:
            self.device.record.write("replay", method=method, operation_id=operation.id)
        if operation.error is not None:
            raise operation.error
        assert operation.result is not None
        return operation.result

    async def _run(self, operation: Operation, params: Params, handler: Handler) -> None:
        wished = self.device.faults.take("refuse", operation.method)
        deadline = self._deadline(operation, params)
        try:
            if wished is not None:
                raise Refusal(wished, "Refused on purpose.")
            operation.result = await handler(self, operation, params)
            if not operation.finished:
                operation.finish("succeeded")
        except Refusal as refusal:
            refusal.details.setdefault("operation_id", operation.id)
            operation.error = refusal
            operation.finish("failed")
        except Exception as error:
            operation.error = Refusal("internal_error", "The daemon failed.", stage="unknown")
            operation.finish("unknown")
            traceback.print_exception(error)
        finally:
            deadline.cancel()
        if not operation.is_input and operation.interrupted.is_set():
            error_type = "timeout" if operation.reason == "timed_out" else "cancelled"
            operation.error = Refusal(error_type, "Interrupted.", stage="completed", operation_id=operation.id)

    def _deadline(self, operation: Operation, params: Params) -> asyncio.TimerHandle:
        context = params["context"]
        assert isinstance(context, dict)
        seconds = min(context.get("timeout_ms", 86_400_000) / 1000, LONGEST_WAIT_SECONDS)
        return asyncio.get_running_loop().call_later(seconds, operation.interrupt, "timed_out")

    def _stop_work(self) -> None:
        for reader in self.readers.values():
            reader.stop("cancelled")
        self.readers.clear()
        for operation in self.ledger.running():
            operation.interrupt("cancelled")

    def _end_after(self, which: str) -> None:
        if self._end is not None:
            self._end.cancel()
        seconds = min(self.device.lifecycle()[which] / 1000, LONGEST_WAIT_SECONDS)
        self._end = asyncio.get_running_loop().call_later(seconds, self._expire)

    def _expire(self) -> None:
        self.device.record.write("session_expired", session=self.id)
        self.close()


async def readiness(session: Session, _operation: Operation, _params: Params) -> Params:
    session.ready = True
    return {"ready": True, **session.names()}


async def describe(session: Session, _operation: Operation, _params: Params) -> Params:
    return {"descriptor": session.descriptor()}


async def cancel(session: Session, operation: Operation, params: Params) -> Params:
    target = session.ledger.find(str(params["target_operation_id"]))
    if target is None:
        status = "not_found"
    elif target.finished:
        status = "already_terminal"
    elif target is operation or target.method in methods.RECONCILIATION:
        status = "not_cancellable"
    else:
        target.interrupt("cancelled")
        status = "cancellation_requested"
    session.device.record.write("cancel", target=params["target_operation_id"], status=status)
    return {"status": status}


async def receipt(session: Session, _operation: Operation, params: Params) -> Params:
    found = session.ledger.find(str(params["operation_id"]))
    if found is None:
        raise Refusal("not_found_or_denied", "No such operation is known.")
    return {"receipt": found.receipt(session.names())}


HANDLERS: dict[str, Handler] = {
    "environment.readiness": readiness,
    "environment.describe": describe,
    "operation.cancel": cancel,
    "receipt.get": receipt,
}
