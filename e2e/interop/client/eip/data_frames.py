"""Binary data frames: a 24-byte big-endian header, session id, handle, payload."""

import struct
from dataclasses import dataclass
from enum import IntEnum

from .errors import ProtocolFault

HEADER = struct.Struct("!4sBBHHHQI")
MAGIC = b"EIPD"


class Kind(IntEnum):
    ATTACH = 1
    ATTACHED = 2
    CHUNK = 3
    END = 4
    END_ACK = 5
    RESET = 6
    CREDIT = 7


class Status(IntEnum):
    NONE = 0
    PROTOCOL = 1
    DENIED = 2
    EXPIRED = 3
    SOURCE = 4
    LIMIT = 5
    CANCELLED = 6
    INTERNAL = 7


@dataclass(frozen=True)
class DataFrame:
    kind: Kind
    session: str
    handle: str
    offset: int = 0
    payload: bytes = b""
    status: Status = Status.NONE


def encode_frame(frame: DataFrame) -> bytes:
    session, handle = frame.session.encode(), frame.handle.encode()
    header = HEADER.pack(
        MAGIC,
        1,
        frame.kind,
        frame.status,
        len(session),
        len(handle),
        frame.offset,
        len(frame.payload),
    )
    return header + session + handle + frame.payload


def decode_frame(data: bytes) -> DataFrame:
    if len(data) < HEADER.size:
        raise ProtocolFault(f"data frame of {len(data)} bytes")
    magic, version, kind, status, session_length, handle_length, offset, size = HEADER.unpack_from(
        data
    )
    if magic != MAGIC or version != 1:
        raise ProtocolFault(f"frame magic {magic!r} version {version}")
    if len(data) != HEADER.size + session_length + handle_length + size:
        raise ProtocolFault(f"frame of {len(data)} bytes does not add up")
    if session_length == 0 or handle_length == 0:
        raise ProtocolFault("frame without session or handle")
    after_session = HEADER.size + session_length
    after_handle = after_session + handle_length
    try:
        frame = DataFrame(
            kind=Kind(kind),
            session=data[HEADER.size : after_session].decode(),
            handle=data[after_session:after_handle].decode(),
            offset=offset,
            payload=data[after_handle:],
            status=Status(status),
        )
    except ValueError as fault:
        raise ProtocolFault(f"frame: {fault}") from fault
    _check(frame)
    return frame


def _check(frame: DataFrame) -> None:
    if (frame.kind is Kind.RESET) != (frame.status is not Status.NONE):
        raise ProtocolFault(f"{frame.kind.name} with reset status {frame.status.name}")
    if (frame.kind is Kind.CHUNK) != (frame.payload != b""):
        raise ProtocolFault(f"{frame.kind.name} with {len(frame.payload)} payload bytes")
