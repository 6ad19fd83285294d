"""Data frames: a 24-byte head, the session, the handle, the payload."""

import struct
from dataclasses import dataclass

HEAD = struct.Struct("!4sBBHHHQI")
ATTACH, ATTACHED, CHUNK, END, END_ACK, RESET, CREDIT = range(1, 8)
NAMES = {1: "attach", 2: "attached", 3: "chunk", 4: "end", 5: "end_ack", 6: "reset", 7: "credit"}
RESET_STATUS = {"protocol": 1, "denied": 2, "expired": 3, "source": 4, "limit": 5, "cancelled": 6, "internal": 7}


class BadFrame(ValueError):
    """The bytes are no data frame."""


@dataclass(frozen=True)
class Frame:
    kind: int
    session: str
    handle: str
    offset: int = 0
    payload: bytes = b""
    status: int = 0

    def encode(self) -> bytes:
        session, handle = self.session.encode(), self.handle.encode()
        head = HEAD.pack(
            b"EIPD", 1, self.kind, self.status, len(session), len(handle), self.offset, len(self.payload)
        )
        return head + session + handle + self.payload


def decode(data: bytes) -> Frame:
    if len(data) < HEAD.size:
        raise BadFrame("shorter than its head")
    magic, version, kind, status, session_length, handle_length, offset, length = HEAD.unpack_from(data)
    if magic != b"EIPD" or version != 1:
        raise BadFrame("wrong magic or version")
    if kind not in NAMES:
        raise BadFrame(f"unknown kind {kind}")
    if (status != 0) != (kind == RESET) or status > 7:
        raise BadFrame(f"reset status {status} on {NAMES[kind]}")
    if session_length == 0 or handle_length == 0:
        raise BadFrame("no session or no handle")
    if len(data) != HEAD.size + session_length + handle_length + length:
        raise BadFrame("the lengths do not add up")
    if (length != 0) != (kind == CHUNK):
        raise BadFrame(f"{length} bytes of payload on {NAMES[kind]}")
    names, payload = data[HEAD.size : len(data) - length], data[len(data) - length :]
    try:
        session, handle = names[:session_length].decode(), names[session_length:].decode()
    except UnicodeDecodeError as error:
        raise BadFrame("a name is not UTF-8") from error
    return Frame(kind, session, handle, offset, payload, status)
