"""A connection to one daemon, whatever carries it."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable
from itertools import count
from typing import Any, Protocol

from .data_frames import DataFrame, decode_frame, encode_frame
from .envelope import Answer, RequestId, encode_request, parse_answer
from .errors import ProtocolFault
from .transfer import Transfer

DEFAULT_SECONDS = 15.0


class Carrier(Protocol):
    """Something that carries whole messages both ways; `receive` answers None at the end."""

    async def send_text(self, text: str) -> None: ...

    async def send_binary(self, data: bytes) -> None: ...

    async def receive(self) -> str | bytes | None: ...

    async def close(self) -> None: ...

    async def cut(self) -> None: ...


class Connection(ABC):
    """Requests go out, answers come back by their id."""

    def __init__(self) -> None:
        self._ids = count(1)

    async def ask(
        self,
        method: str,
        params: dict[str, Any] | None = None,
        session: str | None = None,
        request_id: RequestId | None = None,
    ) -> Answer:
        chosen = next(self._ids) if request_id is None else request_id
        text = encode_request(chosen, method, params or {}, session)
        return await self.ask_text(text, chosen)

    @abstractmethod
    async def ask_text(self, text: str, answer_id: RequestId | None) -> Answer:
        """Sends these very characters and waits for the answer with this id."""

    @abstractmethod
    async def ask_raw(self, text: str) -> Answer:
        """Sends anything at all and waits for the next answer, whatever its id."""

    @abstractmethod
    async def read(self, session: str, handle: str) -> bytes:
        """Reads a reader to its end."""

    @abstractmethod
    async def close(self) -> None: ...


class DuplexConnection(Connection):
    """Over a carrier of messages: reverse WebSocket and stdio."""

    def __init__(self, carrier: Carrier) -> None:
        super().__init__()
        self.carrier = carrier
        self.ended = asyncio.Event()
        self.fault: ProtocolFault | None = None
        self._waiting: dict[RequestId | None, asyncio.Future[Answer]] = {}
        self._unasked: asyncio.Queue[Answer] | None = None
        self._frames: dict[tuple[str, str], asyncio.Queue[DataFrame]] = {}
        self._pump = asyncio.create_task(self._receive())

    async def ask_text(self, text: str, answer_id: RequestId | None) -> Answer:
        if answer_id in self._waiting:
            raise RuntimeError(f"two requests wait for the id {answer_id!r}")
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[answer_id] = future
        try:
            if self.ended.is_set():
                raise self._ending()
            await self.carrier.send_text(text)
            return await asyncio.wait_for(future, DEFAULT_SECONDS)
        except TimeoutError:
            raise ProtocolFault(f"no answer within {DEFAULT_SECONDS:.0f} s: {text[:200]}") from None
        finally:
            del self._waiting[answer_id]

    async def ask_raw(self, text: str) -> Answer:
        waiting = self.next_answer()
        await self.carrier.send_text(text)
        return await waiting

    def next_answer(self) -> Awaitable[Answer]:
        """The next answer to what is sent from now on, and not with `ask`."""
        self._unasked = asyncio.Queue()
        return self._take_unasked(self._unasked)

    async def _take_unasked(self, answers: "asyncio.Queue[Answer]") -> Answer:
        try:
            return await asyncio.wait_for(answers.get(), DEFAULT_SECONDS)
        except TimeoutError:
            raise self._ending() if self.ended.is_set() else ProtocolFault("no answer") from None
        finally:
            self._unasked = None

    async def send_frame(self, frame: DataFrame) -> None:
        await self.carrier.send_binary(encode_frame(frame))

    def frames(self, session: str, handle: str) -> asyncio.Queue[DataFrame]:
        return self._frames.setdefault((session, handle), asyncio.Queue())

    def transfer(self, session: str, handle: str) -> Transfer:
        return Transfer(self.send_frame, self.frames(session, handle), session, handle)

    async def read(self, session: str, handle: str) -> bytes:
        return await self.transfer(session, handle).read_all()

    async def wait_ended(self, seconds: float = DEFAULT_SECONDS) -> None:
        try:
            await asyncio.wait_for(self.ended.wait(), seconds)
        except TimeoutError:
            raise ProtocolFault(f"the connection still stands after {seconds:.0f} s") from None

    async def close(self) -> None:
        await self.carrier.close()
        await self._finish()

    async def cut(self) -> None:
        """Ends it as a lost network does: without a goodbye."""
        await self.carrier.cut()
        await self._finish()

    async def _finish(self) -> None:
        self._pump.cancel()
        await asyncio.gather(self._pump, return_exceptions=True)

    async def _receive(self) -> None:
        try:
            while (message := await self.carrier.receive()) is not None:
                self._take(message)
        except ProtocolFault as fault:
            self.fault = fault
        finally:
            self.ended.set()
            for future in self._waiting.values():
                if not future.done():
                    future.set_exception(self._ending())

    def _take(self, message: str | bytes) -> None:
        if isinstance(message, bytes):
            frame = decode_frame(message)
            self.frames(frame.session, frame.handle).put_nowait(frame)
            return
        answer = parse_answer(message)
        future = self._waiting.get(answer.id)
        if future is None and self._unasked is not None:
            self._unasked.put_nowait(answer)
            return
        if future is None or future.done():
            raise ProtocolFault(f"an answer nobody waits for: {message[:300]}")
        future.set_result(answer)

    def _ending(self) -> ProtocolFault:
        return self.fault or ProtocolFault("the connection ended")
