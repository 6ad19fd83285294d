"""The parent of a daemon that speaks over its standard input and output."""

import asyncio

from .errors import ProtocolFault
from .framing import DATA, JSON, StdioMessage, encode_message, read_message


class StdioCarrier:
    """Closing it ends the daemon's standard input; the process itself is its starter's."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    async def send_text(self, text: str) -> None:
        await self.send_bytes(encode_message(StdioMessage(JSON, text.encode())))

    async def send_binary(self, data: bytes) -> None:
        await self.send_bytes(encode_message(StdioMessage(DATA, data)))

    async def send_bytes(self, data: bytes) -> None:
        try:
            self._writer.write(data)
            await self._writer.drain()
        except ConnectionError as fault:
            raise ProtocolFault("the daemon reads no more") from fault

    async def receive(self) -> str | bytes | None:
        message = await read_message(self._reader)
        if message is None:
            return None
        return message.body if message.content_type == DATA else message.body.decode()

    async def close(self) -> None:
        self._writer.close()

    async def cut(self) -> None:
        self._writer.close()
