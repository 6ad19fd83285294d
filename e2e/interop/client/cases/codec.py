"""The client's own codecs against the golden vectors of the specification."""

from typing import Any

from eip import strict_json
from eip.canonical import request_digest
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


DIGESTS: tuple[tuple[str, str, dict[str, Any], str], ...] = (
    (
        "0.1",
        "computer.click",
        {
            "context": {"operation_id": "op-4", "timeout_ms": 5000},
            "observation_id": "observation-9ab3",
            "point": {"x": 412, "y": 230},
            "button": "left",
        },
        "3d19371357766a58adf806699f213c8feeec3b20983d9f8169cdb18c83276dc7",
    ),
    (
        "0.1",
        "computer.observe",
        {"context": {"operation_id": "op-2"}, "max_dimension": 1280},
        "d7a6c179d3bbcd6bfe7f93f016b3a45b2a42a275c80966b9dd5116c7d866042c",
    ),
    (
        "0.100",
        "computer.scroll",
        {
            "context": {"operation_id": "op-9"},
            "observation_id": 'Écran "1"',
            "point": {"x": 0, "y": 0},
            "delta_x": 0,
            "delta_y": -3,
            "unit": "steps",
        },
        "37091f4a0ed88b7b9d2ebe2b5b6216299e0f96ecc53735b55de7b533ec4d5ef8",
    ),
)


async def documented_digests(_bench: Bench) -> None:
    for version, method, params, expected in DIGESTS:
        equal(request_digest(version, method, params), expected, f"digest of {method}")


CASES = (
    Case("the documented request digests are computed", documented_digests, ("web-socket",)),
    Case("the golden frames are written and read", golden_frames, ("web-socket",)),
    Case("this client refuses duplicate keys itself", duplicate_keys, ("web-socket",)),
)
