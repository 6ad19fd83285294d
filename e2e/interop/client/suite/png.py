"""Pixels of a PNG of 8-bit RGB or RGBA."""

import struct
import zlib
from dataclasses import dataclass

CHANNELS = {2: 3, 6: 4}


@dataclass(frozen=True)
class Picture:
    width: int
    height: int
    channels: int
    rows: list[bytes]

    def at(self, x: int, y: int) -> str:
        """As #rrggbb."""
        return "#" + self.rows[y][x * self.channels : x * self.channels + 3].hex()


def read_png(data: bytes) -> Picture:
    width, height, depth, colour, _, _, interlace = struct.unpack(">IIBBBBB", data[16:29])
    if depth != 8 or colour not in CHANNELS or interlace != 0:
        raise AssertionError(f"PNG of depth {depth}, colour {colour}, interlace {interlace}")
    channels = CHANNELS[colour]
    packed, at = b"", 8
    while at < len(data):
        length = int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IDAT":
            packed += data[at + 8 : at + 8 + length]
        at += length + 12
    return Picture(width, height, channels, _rows(zlib.decompress(packed), width, channels))


def _rows(raw: bytes, width: int, channels: int) -> list[bytes]:
    stride = width * channels
    rows: list[bytes] = []
    above = bytes(stride)
    for at in range(0, len(raw), stride + 1):
        above = _row(raw[at], raw[at + 1 : at + 1 + stride], above, channels)
        rows.append(above)
    return rows


def _row(kind: int, filtered: bytes, above: bytes, channels: int) -> bytes:
    row = bytearray(filtered)
    for index in range(len(row)):
        left = row[index - channels] if index >= channels else 0
        corner = above[index - channels] if index >= channels else 0
        up = above[index]
        row[index] = (row[index] + _predicted(kind, left, up, corner)) & 0xFF
    return bytes(row)


def _predicted(kind: int, left: int, up: int, corner: int) -> int:
    if kind == 4:
        guess = left + up - corner
        near = ((abs(guess - left), left), (abs(guess - up), up), (abs(guess - corner), corner))
        return min(near, key=lambda one: one[0])[1]
    return (0, left, up, (left + up) // 2)[kind]
