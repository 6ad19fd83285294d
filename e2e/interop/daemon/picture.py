"""The imagined desktop as a PNG: a field that changes colour when it is clicked, and a spot where each input went."""

import hashlib
import struct
import zlib

WIDTH, HEIGHT = 960, 600
FIELD = (120, 90, 300, 200)
GREY, RED, GREEN, BLUE = b"\xec\xef\xf1", b"\xc6\x28\x28", b"\x2e\x7d\x32", b"\x15\x65\xc0"
# Bytes that do not compress, so that one image takes more chunks than a transfer's window.
GRAIN_ROWS = 48
SPOT = 3


def is_in_field(x: int, y: int) -> bool:
    left, top, width, height = FIELD
    return left <= x < left + width and top <= y < top + height


def draw(field_clicks: int, spots: list[tuple[int, int]], size: tuple[int, int]) -> bytes:
    """`size` is that of the encoded image, not larger than the display."""
    rows = _display(field_clicks, spots)
    width, height = size
    if size != (WIDTH, HEIGHT):
        columns = [x * WIDTH // width * 3 for x in range(width)]
        picked = (rows[y * HEIGHT // height] for y in range(height))
        rows = [bytearray(b"".join(row[c : c + 3] for c in columns)) for row in picked]
    return _png(width, height, rows)


def fit(longest_side: int) -> tuple[int, int]:
    """The size of an image of the display, never larger than it is."""
    share = min(1.0, longest_side / max(WIDTH, HEIGHT))
    return max(1, round(WIDTH * share)), max(1, round(HEIGHT * share))


def _display(field_clicks: int, spots: list[tuple[int, int]]) -> list[bytearray]:
    left, top, width, height = FIELD
    rows = [bytearray(GREY * WIDTH) for _ in range(HEIGHT - GRAIN_ROWS)]
    rows += [_grain(number) for number in range(GRAIN_ROWS)]
    colour = RED if field_clicks % 2 == 0 else GREEN
    for row in rows[top : top + height]:
        row[left * 3 : (left + width) * 3] = colour * width
    for x, y in spots:
        for row in rows[max(0, y - SPOT) : y + SPOT]:
            start, stop = max(0, x - SPOT), min(WIDTH, x + SPOT)
            row[start * 3 : stop * 3] = BLUE * (stop - start)
    return rows


def _grain(number: int) -> bytearray:
    return bytearray(hashlib.shake_128(b"grain %d" % number).digest(WIDTH * 3))


def _png(width: int, height: int, rows: list[bytearray]) -> bytes:
    def part(name: bytes, data: bytes) -> bytes:
        return struct.pack("!I", len(data)) + name + data + struct.pack("!I", zlib.crc32(name + data))

    head = struct.pack("!IIBBBBB", width, height, 8, 2, 0, 0, 0)
    lines = b"".join(b"\0" + row for row in rows)
    return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(lines, 6)) + part(b"IEND", b"")
