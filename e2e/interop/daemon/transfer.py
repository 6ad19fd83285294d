"""Readers: the staged bytes of an image and how they go to the Host, never more than eight chunks ahead of it."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import frames
from frames import Frame
from record import Record

WINDOW = 8
CREDIT_TIMEOUT = 20.0
Send = Callable[[bytes], Awaitable[None]]


@dataclass
class Reader:
    session: str
    handle: str
    data: bytes
    # What goes wrong: reset, gap or short; a wrong size is announced elsewhere.
    fault: str | None = None
    sent: int = 0
    consumed: int = 0
    attached: bool = False
    over: bool = False
    # Why the Host is told that it is over before its time; nothing when it said so itself or is gone.
    reset: str | None = None
    _unacknowledged: list[int] = field(default_factory=list)
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def completion(self, lie: bool) -> dict[str, object]:
        told = b"other bytes" if lie else self.data[: self.sent]
        return {
            "produced_bytes": self.sent,
            "digest": {"algorithm": "sha256", "value": hashlib.sha256(told).hexdigest()},
        }

    def stop(self, reset: str | None = None) -> None:
        if not self.over:
            self.over, self.reset = True, reset
            self._changed.set()

    def credit(self, offset: int, record: Record) -> None:
        if self.over or offset == self.consumed:
            return
        if offset not in self._unacknowledged:
            record.complain(f"CREDIT {offset} of {self.handle} is at no boundary of a chunk that waits for it")
            return self.stop("protocol")
        self.consumed = offset
        self._unacknowledged = [end for end in self._unacknowledged if end > offset]
        self._changed.set()

    async def pump(self, send: Send, options: "PumpOptions") -> None:
        """Sends everything, unless `stop` is called."""
        await self._send_all(send, options)
        if self.reset is not None:
            status = frames.RESET_STATUS[self.reset]
            await send(Frame(frames.RESET, self.session, self.handle, self.sent, status=status).encode())

    async def _send_all(self, send: Send, options: "PumpOptions") -> None:
        await send(self._frame(frames.ATTACHED, 0))
        for start in range(0, len(self.data), options.chunk_bytes):
            if options.pause > 0:
                await asyncio.sleep(options.pause)
            if not await self._until(lambda: len(self._unacknowledged) < WINDOW, options.record):
                return
            if self.fault == "reset" and start > 0:
                return self.stop("source")
            payload = self.data[start : start + options.chunk_bytes]
            offset = start + 1 if self.fault == "gap" and start > 0 else start
            self.sent = start + len(payload)
            self._unacknowledged.append(self.sent)
            await send(self._frame(frames.CHUNK, offset, payload))
            if self.fault == "short":
                break
        if await self._until(lambda: not self._unacknowledged, options.record):
            self.over = True
            await send(self._frame(frames.END, self.sent))

    async def _until(self, is_true: Callable[[], bool], record: Record) -> bool:
        while not self.over and not is_true():
            self._changed.clear()
            try:
                await asyncio.wait_for(self._changed.wait(), CREDIT_TIMEOUT)
            except TimeoutError:
                record.complain(f"no CREDIT for {self.handle} within {CREDIT_TIMEOUT} s")
                self.stop("expired")
        return not self.over

    def _frame(self, kind: int, offset: int, payload: bytes = b"") -> bytes:
        return Frame(kind, self.session, self.handle, offset, payload).encode()


@dataclass(frozen=True)
class PumpOptions:
    record: Record
    chunk_bytes: int
    # Seconds before each chunk.
    pause: float
