"""The client's own codecs against the golden vectors of the specification."""

from eip import strict_json
from eip.data_frames import DataFrame, Kind, Status, decode_frame, encode_frame
from suite.bench import Bench
from suite.case import Case
from suite.expect import equal

READER, WRITER = "reader-1", "writer-1"
SESSION = "session-1"
GOLDEN = (
    (
        DataFrame(Kind.ATTACH, SESSION, READER),
        "45495044010100000009000800000000000000000000000073657373696f6e2d317265616465722d31",
    ),
    (
        DataFrame(Kind.ATTACHED, SESSION, WRITER),
        "45495044010200000009000800000000000000000000000073657373696f6e2d317772697465722d31",
    ),
    (
        DataFrame(Kind.CHUNK, SESSION, READER, 3, b"\x00\xff"),
        "45495044010300000009000800000000000000030000000273657373696f6e2d317265616465722d3100ff",
    ),
    (
        DataFrame(Kind.END, SESSION, READER, 5),
        "45495044010400000009000800000000000000050000000073657373696f6e2d317265616465722d31",
    ),
    (
        DataFrame(Kind.END_ACK, SESSION, WRITER, 5),
        "45495044010500000009000800000000000000050000000073657373696f6e2d317772697465722d31",
    ),
    (
        DataFrame(Kind.CREDIT, SESSION, READER, 5),
        "45495044010700000009000800000000000000050000000073657373696f6e2d317265616465722d31",
    ),
    (
        DataFrame(Kind.RESET, SESSION, READER, 3, status=Status.SOURCE),
        "45495044010600040009000800000000000000030000000073657373696f6e2d317265616465722d31",
    ),
)


async def golden_frames(_bench: Bench) -> None:
    for frame, expected in GOLDEN:
        equal(encode_frame(frame).hex(), expected, f"{frame.kind.name} frame")
        equal(decode_frame(bytes.fromhex(expected)), frame, f"{frame.kind.name} frame read")


async def duplicate_keys(_bench: Bench) -> None:
    for text in ('{"a":1,"a":1}', '{"a":{"b":1,"b":2}}', '{"a":NaN}'):
        try:
            strict_json.decode(text)
        except strict_json.JsonFault:
            continue
        raise AssertionError(f"{text} was read")


CASES = (
    Case("the golden frames are written and read", golden_frames, ("web-socket",)),
    Case("this client refuses duplicate keys itself", duplicate_keys, ("web-socket",)),
)
