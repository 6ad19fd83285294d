"""Content-Length framing of the stdio carrier."""

import asyncio
from dataclasses import dataclass

from .errors import ProtocolFault

JSON = "application/json"
DATA = "application/vnd.a13n.eip-data"
MAX_HEADER_BYTES = 8 * 1024
MAX_BODY_BYTES = 16 * 1024 * 1024


@dataclass(frozen=True)
class StdioMessage:
    content_type: str
    body: bytes


def encode_message(message: StdioMessage) -> bytes:
    head = f"Content-Length: {len(message.body)}\r\nContent-Type: {message.content_type}\r\n\r\n"
    return head.encode() + message.body


async def read_message(reader: asyncio.StreamReader) -> StdioMessage | None:
    """The next message, or None when the stream ended between two messages."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as end:
        if end.partial == b"":
            return None
        raise ProtocolFault(f"stdout ended inside a header: {end.partial[:200]!r}") from end
    except asyncio.LimitOverrunError as fault:
        raise ProtocolFault("no end of the header block") from fault
    length, content_type = _parse_head(head)
    try:
        return StdioMessage(content_type, await reader.readexactly(length))
    except asyncio.IncompleteReadError as end:
        raise ProtocolFault(f"stdout ended after {len(end.partial)} of {length} bytes") from end


def _parse_head(head: bytes) -> tuple[int, str]:
    if len(head) > MAX_HEADER_BYTES:
        raise ProtocolFault(f"header block of {len(head)} bytes")
    headers: dict[str, str] = {}
    for line in head.decode("ascii", errors="replace").split("\r\n")[:-2]:
        name, colon, value = line.partition(":")
        key = name.lower()
        if colon == "" or key in headers or key not in ("content-length", "content-type"):
            raise ProtocolFault(f"header line {line!r}")
        headers[key] = value.strip()
    length = headers.get("content-length", "")
    content_type = headers.get("content-type", JSON)
    if not length.isascii() or not length.isdigit() or int(length) > MAX_BODY_BYTES:
        raise ProtocolFault(f"content-length {length!r}")
    if content_type not in (JSON, DATA):
        raise ProtocolFault(f"content-type {content_type!r}")
    return int(length), content_type
