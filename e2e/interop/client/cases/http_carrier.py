"""How the HTTP carrier behaves beyond its statuses."""

import asyncio
import json
import os
import socket
from http.client import HTTPResponse
from pathlib import Path

from eip.http_client import CONTROL, TRANSFER, HttpConnection
from suite.bench import Bench, initialize
from suite.case import Case
from suite.expect import equal, refused_early, that
from suite.session import Session

from .attach import attach

ONLY = ("http",)
EXIT_SECONDS = 15.0
SMALL_BUFFER = 4096
SMALL_SEGMENT = 536
"""Else the system itself takes megabytes for a reader that reads nothing."""


async def initialized_again(bench: Bench) -> None:
    connection = await bench.fresh()
    first = await initialize(connection, "0.1")
    session = await bench.session(peer=first)
    again = await initialize(connection, "0.1")
    equal(again.descriptor, first.descriptor, "descriptor")
    await session.value("environment.describe")
    newer = await initialize(connection, "0.100", "0.1")
    equal(newer.version, "0.100", "version of the endpoint")
    await bench.session(peer=newer)


async def attached(bench: Bench) -> None:
    session = await bench.session()
    again = await attach(session.peer, session)
    await again.value("environment.describe")


async def slow_reader(bench: Bench) -> None:
    """A transfer under way is 409 for others, and DELETE cuts it short."""
    session = await bench.session()
    connection = session.connection
    assert isinstance(connection, HttpConnection)
    seen = await session.observe(max_dimension=2048)
    reading = await begin_read(connection, session, seen.reader)
    reply = await connection.transfer("POST", session.id, seen.reader)
    equal(reply.status, 409, "status of a second read")
    await session.value("environment.describe")
    reply = await connection.transfer("DELETE", session.id, seen.reader)
    equal(reply.status, 204, "status of DELETE")
    rest = await asyncio.to_thread(read_rest, reading)
    that(not rest.endswith(b"0\r\n\r\n"), "the body of a reset transfer looks complete")
    that(len(rest) < seen.size, "a reset transfer went on to its end")
    closed = await session.value("computer.close_observation", {"reader": seen.reader})
    produced = closed["completion"]["produced_bytes"]
    that(produced < seen.size, f"produced_bytes {produced} of {seen.size}")


async def begin_read(connection: HttpConnection, session: Session, reader: str) -> socket.socket:
    """A reader that takes the head and no more."""
    plain = socket.socket()
    plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
    plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SMALL_SEGMENT)
    plain.settimeout(EXIT_SECONDS)
    await asyncio.to_thread(plain.connect, (connection.host, connection.port))
    lines = (
        f"POST {TRANSFER} HTTP/1.1",
        f"Host: {connection.host}:{connection.port}",
        f"Authorization: {connection.authorization['Authorization']}",
        f"EIP-Session: {session.id}",
        f"EIP-Transfer-Handle: {reader}",
        "EIP-Transfer-Direction: read",
        "Content-Length: 0",
    )
    plain.sendall("".join(line + "\r\n" for line in lines).encode() + b"\r\n")
    head = await asyncio.to_thread(plain.recv, 64)
    that(head.startswith(b"HTTP/1.1 200 "), f"head {head!r}")
    return plain


def read_rest(reading: socket.socket) -> bytes:
    taken = b""
    try:
        while (part := reading.recv(65536)) != b"":
            taken += part
    except ConnectionError:
        pass
    reading.close()
    return taken


async def reader_gone(bench: Bench) -> None:
    """A Host that hangs up in the middle leaves nothing under way."""
    session = await bench.session()
    connection = session.connection
    assert isinstance(connection, HttpConnection)
    seen = await session.observe(max_dimension=2048)
    (await begin_read(connection, session, seen.reader)).close()
    async with asyncio.timeout(EXIT_SECONDS):
        while (await connection.transfer("DELETE", session.id, seen.reader)).status == 204:
            await asyncio.sleep(0.1)
    await session.value("computer.close_observation", {"reader": seen.reader})
    await session.image(await session.observe(max_dimension=256))


async def one_connection(bench: Bench) -> None:
    """Several requests over one TCP connection, one of them chunked."""
    connection = await bench.shared_http()
    plain = socket.create_connection((connection.host, connection.port), EXIT_SECONDS)
    body = b'{"jsonrpc":"2.0","id":1,"method":"device.describe","params":{}}'
    head = (
        f"POST {CONTROL} HTTP/1.1\r\nHost: {connection.host}:{connection.port}\r\n"
        f"Authorization: {connection.authorization['Authorization']}\r\n"
        "Content-Type: application/json\r\n"
    ).encode()
    counted = head + b"Content-Length: %d\r\n\r\n" % len(body) + body
    pieces = b"".join(b"%x\r\n%c\r\n" % (1, byte) for byte in body)
    chunked = head + b"Transfer-Encoding: chunked\r\n\r\n" + pieces + b"0\r\n\r\n"
    for request in (counted, chunked, counted):
        plain.sendall(request)
        answer = await asyncio.to_thread(one_answer, plain)
        equal(json.loads(answer)["id"], 1, "id")
    plain.close()


def one_answer(plain: socket.socket) -> bytes:
    response = HTTPResponse(plain)
    response.begin()
    equal(response.status, 200, "status")
    return response.read()


async def raw_heads(bench: Bench) -> None:
    """Heads that two readers could understand in two ways."""
    connection = await bench.shared_http()
    authorization = f"Authorization: {connection.authorization['Authorization']}"
    control = (f"POST {CONTROL} HTTP/1.1", authorization, "Content-Type: application/json")
    transfer = (
        f"POST {TRANSFER} HTTP/1.1",
        authorization,
        "EIP-Session: s",
        "EIP-Transfer-Handle: h",
        "EIP-Transfer-Direction: read",
        "Content-Length: 0",
    )
    for lines, expected in (
        ((*control, "Content-Length: 2", "Transfer-Encoding: chunked"), {400}),
        ((*control, "Content-Length: 2", "Content-Length: 3"), {400}),
        ((*control, "Content-Length: -2"), {400}),
        ((*transfer, "EIP-Session: t"), {400}),
        ((*transfer, "EIP-Session: s"), {400}),
        ((*transfer, "EIP-Transfer-Handle: i"), {400}),
        ((*transfer, "EIP-Transfer-Direction: read"), {400}),
    ):
        status = await raw_status(connection, lines, "" if lines[0] == transfer[0] else "{}")
        that(status in expected, f"{status} for {lines[2:]}, expected {expected}")
    (await connection.ask("device.describe")).value()


async def raw_status(connection: HttpConnection, lines: tuple[str, ...], body: str = "") -> int:
    reader, writer = await asyncio.open_connection(connection.host, connection.port)
    host = f"Host: {connection.host}:{connection.port}"
    head = "".join(line + "\r\n" for line in (*lines, host, "Connection: close"))
    writer.write(f"{head}\r\n{body}".encode())
    try:
        first = await asyncio.wait_for(reader.readline(), EXIT_SECONDS)
        return int(first.split()[1])
    finally:
        writer.transport.abort()


async def many_at_once(bench: Bench) -> None:
    connection = await bench.shared_http()
    body = '{"jsonrpc":"2.0","id":1,"method":"device.describe","params":{}}'
    lines = (
        f"POST {CONTROL} HTTP/1.1",
        f"Authorization: {connection.authorization['Authorization']}",
        "Content-Type: application/json",
        f"Content-Length: {len(body)}",
    )
    statuses = await asyncio.gather(*(raw_status(connection, lines, body) for _ in range(400)))
    that(set(statuses) <= {200, 429}, f"statuses {set(statuses)}")
    that(statuses.count(200) >= 64, f"only {statuses.count(200)} were served")
    (await connection.ask("device.describe")).value()


async def refuses_to_listen(bench: Bench) -> None:
    for name, options in (
        ("plain text beyond loopback", ("--http-listen", "0.0.0.0:0")),
        ("a credential that others can read", ("--http-credential-file", loose(bench))),
        ("an empty credential", ("--http-credential-file", empty(bench))),
        ("no credential file", ("--http-credential-file", "/no/such/file")),
    ):
        daemon = await bench.daemon(*options)
        that(await daemon.child.wait(EXIT_SECONDS) != 0, f"exit code 0 with {name}")
        lines = " ".join(daemon.child.errors)
        that("Listening on" not in lines and lines != "", f"stderr with {name}: {lines}")


def loose(bench: Bench) -> str:
    return written(bench.desktop.directory / "loose", "a" * 64, 0o644)


def empty(bench: Bench) -> str:
    return written(bench.desktop.directory / "empty", "", 0o600)


def written(path: Path, text: str, mode: int) -> str:
    path.write_text(text)
    os.chmod(path, mode)
    return str(path)


async def idle_end(bench: Bench) -> None:
    daemon = await bench.daemon("--session-idle-timeout-ms", "1000")
    session = await bench.session(peer=await initialize(await daemon.connect(), "0.1"))
    await daemon.says_closed(session.id)
    answer = await session.connection.ask("session.keepalive", {}, session.id)
    refused_early(answer, "not_found_or_denied", hint="after_refresh")


CASES = (
    Case("initialize may come again and may change the version", initialized_again, ONLY),
    Case("session.attach answers the descriptor", attached, ONLY),
    Case("a slow reader is under way until DELETE", slow_reader, ONLY),
    Case("a reader that hangs up leaves nothing under way", reader_gone, ONLY),
    Case("one TCP connection takes several requests", one_connection, ONLY),
    Case("ambiguous heads are 400", raw_heads, ONLY),
    Case("400 requests at once are each 200 or 429", many_at_once, ONLY),
    Case("it refuses to listen where the credential is not safe", refuses_to_listen, ONLY, 60),
    Case("an idle session ends", idle_end, ONLY),
)
