"""One accepted WebSocket, driven by the Sans-I/O half of python3-websockets."""

import asyncio
import contextlib

from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.server import ServerConnection

READ_BYTES = 64 * 1024
CLOSE_SECONDS = 5.0


class WebSocketCarrier:
    def __init__(
        self,
        protocol: ServerConnection,
        request: Request,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> None:
        self.request = request
        self._protocol = protocol
        self._reader = reader
        self._writer = writer
        self._messages: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._parts: list[bytes] = []
        self._text = False
        self.pings = 0
        self._pump = asyncio.create_task(self._read())

    @property
    def close_code(self) -> int | None:
        """What the daemon's close frame said; 1006 when there was none."""
        return self._protocol.close_code

    @property
    def close_reason(self) -> str | None:
        return self._protocol.close_reason

    async def send_text(self, text: str) -> None:
        self._protocol.send_text(text.encode())
        await self._flush()

    async def send_binary(self, data: bytes) -> None:
        self._protocol.send_binary(data)
        await self._flush()

    async def send_in_parts(self, text: str, size: int) -> None:
        """As fragments, with a ping between them."""
        data = text.encode()
        parts = [data[at : at + size] for at in range(0, len(data), size)]
        self._protocol.send_text(parts[0], fin=False)
        for number, part in enumerate(parts[1:], 2):
            self._protocol.send_ping(b"between")
            self._protocol.send_continuation(part, fin=number == len(parts))
            await self._flush()

    async def send_bytes(self, data: bytes) -> None:
        """Bytes of the socket, no message."""
        self._writer.write(data)
        await self._writer.drain()

    async def say_goodbye(self, code: int) -> None:
        self._protocol.send_close(code)
        await self._flush()

    async def receive(self) -> str | bytes | None:
        return await self._messages.get()

    def stall(self) -> None:
        """Reads nothing more, so that no ping is answered."""
        self._pump.cancel()

    async def close(self) -> None:
        try:
            self._protocol.send_close(1000)
            await self._flush()
            await asyncio.wait_for(self._pump, CLOSE_SECONDS)
        except (InvalidState, TimeoutError, ConnectionError, asyncio.CancelledError):
            pass
        await self.cut()

    async def cut(self) -> None:
        # asyncio's transport that wrote its last bytes after it was closed has let go of its loop, and fails to abort.
        with contextlib.suppress(AttributeError):
            self._writer.transport.abort()
        self._pump.cancel()
        await asyncio.gather(self._pump, return_exceptions=True)

    async def _read(self) -> None:
        try:
            while (data := await self._reader.read(READ_BYTES)) != b"":
                self._protocol.receive_data(data)
                self._take_events()
                await self._flush()
            self._protocol.receive_eof()
        except ConnectionError:
            self._protocol.receive_eof()
        finally:
            self._messages.put_nowait(None)
            self._writer.close()

    def _take_events(self) -> None:
        for event in self._protocol.events_received():
            if not isinstance(event, Frame):
                continue
            if event.opcode is Opcode.PING:
                self.pings += 1
            if event.opcode in (Opcode.TEXT, Opcode.BINARY):
                self._parts = []
                self._text = event.opcode is Opcode.TEXT
            if event.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
                self._parts.append(event.data)
                if event.fin:
                    whole = b"".join(self._parts)
                    self._messages.put_nowait(whole.decode() if self._text else whole)

    async def _flush(self) -> None:
        for data in self._protocol.data_to_send():
            if data == b"":
                if self._writer.can_write_eof():
                    self._writer.write_eof()
            else:
                self._writer.write(data)
        await self._writer.drain()
