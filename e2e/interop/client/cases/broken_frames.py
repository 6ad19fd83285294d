"""What is no data frame ends the connection, and the daemon with it."""

from eip.data_frames import HEADER, MAGIC
from suite.bench import Bench, initialize
from suite.case import DUPLEX, Case
from suite.expect import equal, that

EXIT_SECONDS = 15.0


def header(
    magic: bytes = MAGIC,
    version: int = 1,
    kind: int = 1,
    status: int = 0,
    session: int = 1,
    handle: int = 1,
    size: int = 0,
) -> bytes:
    return HEADER.pack(magic, version, kind, status, session, handle, 0, size)


BROKEN = (
    ("an empty message", b""),
    ("a short message", header()[:23]),
    ("another magic", header(magic=b"EIPX") + b"sh"),
    ("another version", header(version=2) + b"sh"),
    ("kind 0", header(kind=0) + b"sh"),
    ("kind 8", header(kind=8) + b"sh"),
    ("a status in ATTACH", header(status=1) + b"sh"),
    ("RESET without status", header(kind=6) + b"sh"),
    ("reset status 8", header(kind=6, status=8) + b"sh"),
    ("no session", header(session=0) + b"h"),
    ("no handle", header(handle=0) + b"s"),
    ("a payload in ATTACH", header(size=1) + b"shx"),
    ("a byte too many", header() + b"sh!"),
    ("a byte too few", header() + b"s"),
    ("a payload length beyond the message", header(kind=3, size=2**32 - 1) + b"shx"),
    ("an id that is not UTF-8", header() + b"\xffh"),
)


def ends(name: str, data: bytes) -> Case:
    async def run(bench: Bench) -> None:
        daemon = await bench.daemon()
        connection = await daemon.duplex()
        await initialize(connection, "0.1")
        await connection.carrier.send_binary(data)
        await connection.wait_ended()
        that(connection.fault is None, f"before the end: {connection.fault}")
        code = await daemon.child.wait(EXIT_SECONDS)
        equal(code, 1, "exit code")
        if bench.carrier == "web-socket":
            equal(daemon.close_code, 1002, "close code")

    return Case(f"{name} instead of a data frame ends the connection", run, DUPLEX, aside=True)


CASES = tuple(ends(name, data) for name, data in BROKEN)
