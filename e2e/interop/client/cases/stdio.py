"""What only stdio has: framing, standard output, the end of standard input."""

import asyncio

from eip.connection import DuplexConnection
from eip.data_frames import DataFrame, Kind, encode_frame
from eip.envelope import encode_request
from eip.framing import DATA, JSON, StdioMessage, encode_message
from eip.stdio_parent import StdioCarrier
from fixture.child import Child
from fixture.daemon import Daemon
from fixture.record import releases
from suite.bench import CLIENT, Bench, initialize
from suite.case import Case
from suite.expect import equal, that

from .ledger import begin_drag

ONLY = ("stdio",)
EXIT_SECONDS = 15.0
AT_ONCE = 2
INITIALIZE = encode_request(
    1, "initialize", {"supported_protocol_versions": ["0.1"], "client": CLIENT}, None
).encode()


def framed(*lines: str, body: bytes = INITIALIZE) -> bytes:
    """With `#` standing for the length of the body."""
    head = "".join(line.replace("#", str(len(body))) + "\r\n" for line in lines)
    return head.encode("latin-1") + b"\r\n" + body


async def pipe(bench: Bench, *options: str) -> tuple[Daemon, DuplexConnection, StdioCarrier]:
    daemon = await bench.daemon(*options)
    connection = await daemon.duplex()
    assert isinstance(connection.carrier, StdioCarrier)
    return daemon, connection, connection.carrier


async def answered(connection: DuplexConnection, carrier: StdioCarrier, data: bytes) -> None:
    """Sends the bytes of the request with id 1 and takes its answer."""
    waiting = connection.next_answer()
    await carrier.send_bytes(data)
    answer = await waiting
    equal(answer.id, 1, "id")


async def pure(bench: Bench) -> None:
    daemon, connection, _ = await pipe(bench, "--log-level", "trace")
    session = await bench.session(peer=await initialize(connection, "0.1"))
    await session.image(await session.observe())
    await connection.carrier.close()
    await connection.wait_ended()
    that(connection.fault is None, f"on standard output: {connection.fault}")
    equal(await daemon.child.wait(EXIT_SECONDS), 0, "exit code")


async def input_ended(bench: Bench) -> None:
    daemon, connection, carrier = await pipe(bench)
    session = await bench.session(peer=await initialize(connection, "0.1"))
    mark = bench.desktop.record.mark()
    _, _, running = await begin_drag(bench, session, 3000)
    await carrier.close()
    await asyncio.gather(running, return_exceptions=True)
    equal(await daemon.child.wait(EXIT_SECONDS), 0, "exit code")
    await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)


async def accepted_heads(bench: Bench) -> None:
    for lines in (
        ("Content-Length: #",),
        ("content-length:#",),
        ("CONTENT-LENGTH: #  ", f"content-type: {JSON}"),
        (f"Content-Type: {JSON}", "Content-Length: #"),
        ("Content-Length: #", f"Content-Type: {JSON}; charset=utf-8"),
        ("X-Other: a\tb", "Content-Length: #", "Accept: */*"),
        ("Content-Length: #", *(f"X-{number}: y" for number in range(31))),
        ("Content-Length: #", "X-Long: " + "y" * (4096 - 8)),
    ):
        daemon, connection, carrier = await pipe(bench)
        try:
            await answered(connection, carrier, framed(*lines))
        except Exception as fault:
            raise AssertionError(f"{[line[:60] for line in lines]}: {fault}") from None
        await daemon.stop()


async def faults(bench: Bench) -> None:
    turn = asyncio.Semaphore(AT_ONCE)
    async with asyncio.TaskGroup() as running:
        for data in broken_streams():
            running.create_task(is_fault(bench, data, turn))


def broken_streams() -> tuple[bytes, ...]:
    many = ["Content-Length: #", *(f"X-{number}: y" for number in range(32))]
    block = ["Content-Length: #", *(f"X-{n}: " + "y" * 4000 for n in range(3))]
    return (
        framed("X-None: 1"),
        framed("Content-Length: #", "Content-Length: #"),
        framed("Content-Length: #", "content-length: #"),
        framed("Content-Length: #", "X-A: 1", "x-a: 2"),
        framed("Content-Length: -1"),
        framed("Content-Length: +#"),
        framed("Content-Length: 0x#"),
        framed("Content-Length: "),
        framed("Content-Length: #, #"),
        framed("Content-Length: 1e2"),
        framed("Content-Length: 99999999999999999999"),
        framed(f"Content-Length: {16 * 1024 * 1024 + 1}"),
        framed("Content-Length: #", "Content-Type: text/plain"),
        framed("Content-Length: #", f"Content-Type: {JSON}; charset=latin-1"),
        framed("Content-Length: #", "Authorization: Bearer x"),
        framed("Content-Length: #", "Content-Encoding: identity"),
        framed("Content-Length: #", "Transfer-Encoding: chunked"),
        framed("Content-Length: #", "EIP-Session: s"),
        framed("Content-Length: #", "eip-anything: s"),
        framed("Content-Length: #", "no colon"),
        framed("Content-Length: #", ": no name"),
        framed("Content-Length: #", "bad name: 1"),
        framed("Content-Length: #", "X-A: \x01"),
        framed("Content-Length: #", "X-A: \xfc"),
        framed("Content-Length: #", "X-A: 1", " folded"),
        framed("Content-Length: #", "X-Long: " + "y" * 4089),
        framed(*many),
        framed(*block),
        framed("Content-Length: #").replace(b"\r\n", b"\n"),
        b"{}" + framed("Content-Length: #"),
        INITIALIZE + b"\r\n\r\n",
        framed("Content-Length: #", body=b'{"id":"\xff"}'),
        framed("Content-Length: #", f"Content-Type: {DATA}", body=b"EIPD"),
        framed("Content-Length: 4194305", f"Content-Type: {DATA}"),
    )


async def is_fault(bench: Bench, data: bytes, turn: asyncio.Semaphore) -> None:
    """The message before it is served, and then the daemon ends."""
    async with turn:
        daemon, connection, carrier = await pipe(bench)
        try:
            await answered(connection, carrier, framed("Content-Length: #") + data)
            await connection.wait_ended()
            that(connection.fault is None, f"on standard output: {connection.fault}")
            code = await daemon.child.wait(EXIT_SECONDS)
        except Exception as fault:
            raise AssertionError(f"{data[:120]!r}: {fault}") from None
    that(code != 0, f"exit code 0 after {data[:120]!r}")
    that(daemon.child.errors != [], f"nothing on stderr after {data[:120]!r}")


async def cut_within(bench: Bench) -> None:
    for data in (
        framed("Content-Length: #")[:-1],
        b"Content-Len",
        framed("Content-Length: #")[:30],
    ):
        daemon, _, carrier = await pipe(bench)
        await carrier.send_bytes(data)
        await carrier.close()
        that(await daemon.child.wait(EXIT_SECONDS) != 0, f"exit code 0 after {data!r:.60}")


async def nothing_said(bench: Bench) -> None:
    daemon, _, carrier = await pipe(bench)
    await carrier.close()
    equal(await daemon.child.wait(EXIT_SECONDS), 0, "exit code")


async def any_cut(bench: Bench) -> None:
    """Bytes one by one, and many messages in one write."""
    _, connection, carrier = await pipe(bench)
    waiting = connection.next_answer()
    for byte in framed("Content-Length: #", f"Content-Type: {JSON}"):
        await carrier.send_bytes(bytes([byte]))
    (await waiting).value()
    frame = encode_frame(DataFrame(Kind.ATTACH, "session-none", "screen-none"))
    describe = encode_request(2, "device.describe", {}, None).encode()
    whole = encode_message(StdioMessage(DATA, frame)) + encode_message(StdioMessage(JSON, describe))
    waiting = connection.next_answer()
    await carrier.send_bytes(whole)
    equal((await waiting).id, 2, "id")
    reset = await connection.transfer("session-none", "screen-none").next()
    equal(reset.kind, Kind.RESET, "answer to the frame before it")


async def gate(bench: Bench) -> None:
    for name, options, environment in (
        ("no display", (), {"DISPLAY": ":9999"}),
        ("Wayland", (), {"WAYLAND_DISPLAY": "wayland-0"}),
        ("a sandbox", ("--sandbox", "restricted"), {}),
    ):
        daemon = await bench.daemon(*options, environment=environment)
        equal(await said(daemon.child), b"", f"standard output with {name}")
        that(await daemon.child.wait(EXIT_SECONDS) != 0, f"exit code 0 with {name}")
        that(daemon.child.errors != [], f"nothing on stderr with {name}")


async def said(child: Child) -> bytes:
    assert child.process.stdout is not None
    return await asyncio.wait_for(child.process.stdout.read(), EXIT_SECONDS)


CASES = (
    Case("nothing but messages on standard output, exit 0 at the end", pure, ONLY),
    Case("the end of standard input stops a drag and exits 0", input_ended, ONLY),
    Case("the end of standard input before the first byte exits 0", nothing_said, ONLY),
    Case("headers of every acceptable form", accepted_heads, ONLY, 60, True),
    Case("faults of framing end it with a nonzero exit code", faults, ONLY, 240, True),
    Case("the end within a message is a fault", cut_within, ONLY),
    Case("messages arrive however the stream is cut", any_cut, ONLY),
    Case("what keeps it from serving is found before the first byte", gate, ONLY, 60),
)
