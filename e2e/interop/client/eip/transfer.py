"""The Host's end of a reader: attach, take chunks, give credit."""

import asyncio
from collections.abc import Awaitable, Callable

from .data_frames import DataFrame, Kind, Status
from .errors import ProtocolFault

FRAME_SECONDS = 15.0
WINDOW = 8


class Transfer:
    def __init__(
        self,
        send: Callable[[DataFrame], Awaitable[None]],
        frames: "asyncio.Queue[DataFrame]",
        session: str,
        handle: str,
    ) -> None:
        self._send = send
        self._frames = frames
        self._session = session
        self._handle = handle

    async def send(self, kind: Kind, offset: int = 0, status: Status = Status.NONE) -> None:
        await self._send(DataFrame(kind, self._session, self._handle, offset, status=status))

    async def next(self, seconds: float = FRAME_SECONDS) -> DataFrame:
        try:
            return await asyncio.wait_for(self._frames.get(), seconds)
        except TimeoutError:
            raise ProtocolFault(f"no data frame within {seconds:.0f} s") from None

    def waiting(self) -> int:
        """Frames that came and were not taken."""
        return self._frames.qsize()

    async def attach(self, offset: int = 0) -> None:
        await self.send(Kind.ATTACH, offset)
        frame = await self.next()
        if frame.kind is not Kind.ATTACHED or frame.offset != offset:
            raise ProtocolFault(f"expected ATTACHED @{offset}, got {frame}")

    async def take_chunk(self, offset: int) -> bytes:
        """The chunk at this offset, or no bytes at the end."""
        frame = await self.next()
        if frame.offset != offset or frame.kind not in (Kind.CHUNK, Kind.END):
            raise ProtocolFault(
                f"expected CHUNK or END @{offset}, got {frame.kind.name} "
                f"@{frame.offset} {frame.status.name}"
            )
        return frame.payload

    async def read_all(self) -> bytes:
        await self.attach()
        taken = b""
        while (payload := await self.take_chunk(len(taken))) != b"":
            taken += payload
            await self.send(Kind.CREDIT, len(taken))
        return taken
