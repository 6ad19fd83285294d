"""Width and height out of the bytes of an image."""

import struct


def image_size(data: bytes) -> tuple[str, int, int]:
    """Media type, width and height; JPEG, PNG and WebP."""
    if data.startswith(b"\xff\xd8"):
        return "image/jpeg", *_jpeg(data)
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        width, height = struct.unpack(">II", data[16:24])
        return "image/png", width, height
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp", *_webp(data)
    raise AssertionError(f"no image of a known kind: {data[:16]!r}")


def _jpeg(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(data):
        marker, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            height, width = struct.unpack(">HH", data[at + 5 : at + 9])
            return width, height
        at += 2 + length
    raise AssertionError("a JPEG without a frame header")


def _webp(data: bytes) -> tuple[int, int]:
    kind = data[12:16]
    if kind == b"VP8 ":
        width, height = struct.unpack("<HH", data[26:30])
        return width & 0x3FFF, height & 0x3FFF
    if kind == b"VP8L":
        bits = struct.unpack("<I", data[21:25])[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    wide = int.from_bytes(data[24:27], "little") + 1
    return wide, int.from_bytes(data[27:30], "little") + 1
