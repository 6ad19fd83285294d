"""What only the reverse WebSocket has: pairing, dialing, reconnecting."""

import asyncio
import stat

from eip.envelope import encode_request, parse_answer
from eip.pairing import derive
from eip.reverse_host import ReverseHost
from eip.web_socket import WebSocketCarrier
from fixture.daemon import Daemon
from suite.bench import CLIENT, Bench, initialize
from suite.case import Case
from suite.expect import equal, that

ONLY = ("web-socket",)
EXIT_SECONDS = 20.0
INITIALIZE = {"supported_protocol_versions": ["0.1"], "client": CLIENT}


async def paired(bench: Bench) -> None:
    host = ReverseHost(approve_after=2)
    daemon = await bench.daemon(host=host)
    peer = await initialize(await daemon.duplex(), "0.1")
    equal(host.faults, [], "faults that the Host saw")
    first = host.pair_requests[0]
    that(len(host.pair_requests) >= 3, "it did not poll")
    for request in host.pair_requests:
        equal((request.credential, request.body), (first.credential, first.body), "a poll")
        equal(request.headers.get("content-type"), "application/json", "content-type")
    equal(first.body["device_id"], peer.descriptor["device_id"], "device_id")
    equal(first.body["name"], "interop", "name")
    said = "\n".join(daemon.child.errors)
    that(derive(first.credential).verification_code in said, "the code is not on stderr")
    that(f"{host.origin}/settings/environments" in said, "the link is not on stderr")
    that(first.credential not in said, "the credential is on stderr")
    keeps_credential(daemon, first.credential)


def keeps_credential(daemon: Daemon, credential: str) -> None:
    holders = [
        path
        for path in daemon.state.rglob("*")
        if path.is_file() and credential in path.read_text(errors="replace")
    ]
    that(holders != [], "no file holds the credential")
    for path in holders:
        equal(stat.S_IMODE(path.stat().st_mode), 0o600, f"mode of {path.name}")


async def dialed(bench: Bench) -> None:
    daemon = await bench.daemon()
    socket = await daemon.socket()
    assert daemon.host is not None
    credential = daemon.host.pair_requests[0].credential
    headers = socket.request.headers
    resource = derive(credential).resource_id
    equal(socket.request.path, f"/api/devices/{resource}/connect", "path")
    equal(headers.get_all("Authorization"), [f"Bearer {credential}"], "authorization")
    equal(headers.get_all("Sec-WebSocket-Protocol"), ["eip.v1"], "subprotocol")
    equal(headers.get_all("Origin"), [], "origin")


async def started_again(bench: Bench) -> None:
    host = ReverseHost()
    first = await bench.daemon(host=host)
    before = await initialize(await first.duplex(), "0.1")
    await first.child.stop()
    second = await bench.daemon(host=host, state=first.state)
    after = await initialize(await second.duplex(), "0.1")
    equal(after.descriptor["device_id"], before.descriptor["device_id"], "device_id")
    grown = after.descriptor["generation"] > before.descriptor["generation"]
    that(grown, "the generation did not grow")
    equal(len({pair.credential for pair in host.pair_requests}), 1, "credentials")


async def first_packet(bench: Bench) -> None:
    """initialize in one packet with the 101."""
    host = ReverseHost(first_text=encode_request(1, "initialize", INITIALIZE, None))
    socket = await (await bench.daemon(host=host)).socket()
    answer = await asyncio.wait_for(socket.receive(), EXIT_SECONDS)
    assert isinstance(answer, str)
    equal(parse_answer(answer).value()["protocol_version"], "0.1", "protocol_version")
    await socket.cut()


async def fragments(bench: Bench) -> None:
    socket = await (await bench.daemon()).socket()
    await socket.send_in_parts(encode_request("ü", "initialize", INITIALIZE, None), 7)
    answer = await asyncio.wait_for(socket.receive(), EXIT_SECONDS)
    assert isinstance(answer, str)
    equal(parse_answer(answer).value()["protocol_version"], "0.1", "protocol_version")
    await socket.cut()


async def reconnects(bench: Bench) -> None:
    daemon = await bench.daemon()
    peer = await initialize(await daemon.duplex(), "0.1")
    for ending in ("cut", 1000, 1001, 4001):
        carrier = daemon.current.carrier
        assert isinstance(carrier, WebSocketCarrier)
        if isinstance(ending, int):
            await carrier.say_goodbye(ending)
        await carrier.cut()
        again = await initialize(await daemon.duplex(), "0.1")
        equal(again.descriptor, peer.descriptor, f"descriptor after {ending}")
    assert daemon.host is not None
    equal(len({pair.credential for pair in daemon.host.pair_requests}), 1, "credentials")


async def retries(bench: Bench) -> None:
    """A Host that is not well yet."""
    host = ReverseHost(refusal=503)
    daemon = await bench.daemon(host=host)
    async with asyncio.timeout(EXIT_SECONDS):
        while len(host.upgrades) < 3:
            await asyncio.sleep(0.05)
    host.refusal = None
    await initialize(await daemon.duplex(), "0.1")


async def is_fatal(bench: Bench, host: ReverseHost) -> None:
    daemon = await bench.daemon(host=host)
    code = await daemon.child.wait(EXIT_SECONDS)
    that(code != 0, "exit code 0")
    equal(len(host.upgrades), 1, "attempts")
    that(daemon.child.errors != [], "nothing on stderr")


async def fatal_statuses(bench: Bench) -> None:
    for status in (401, 403, 302):
        headers = {"Location": "/elsewhere"} if status == 302 else {}
        await is_fatal(bench, ReverseHost(refusal=status, more_headers=headers))


async def other_subprotocol(bench: Bench) -> None:
    await is_fatal(bench, ReverseHost(subprotocol=None))
    await is_fatal(
        bench, ReverseHost(subprotocol=None, more_headers={"Sec-WebSocket-Protocol": "eip.v2"})
    )


async def extension(bench: Bench) -> None:
    await is_fatal(bench, ReverseHost(more_headers={"Sec-WebSocket-Extensions": "x-webkit"}))


async def broken_socket(bench: Bench) -> None:
    for name, data in (
        ("reserved bits", b"\xf1\x01a"),
        ("a masked frame", b"\x81\x81\0\0\0\0a"),
        ("a reserved opcode", b"\x83\x00"),
        ("a continuation of nothing", b"\x80\x00"),
    ):
        daemon = await bench.daemon()
        await initialize(await daemon.duplex(), "0.1")
        carrier = daemon.current.carrier
        assert isinstance(carrier, WebSocketCarrier)
        await carrier.send_bytes(data)
        await daemon.current.wait_ended()
        equal(daemon.close_code, 1002, f"close code after {name}")
        equal(await daemon.child.wait(EXIT_SECONDS), 1, f"exit code after {name}")


async def too_long(bench: Bench) -> None:
    daemon = await bench.daemon()
    await initialize(await daemon.duplex(), "0.1")
    await daemon.current.carrier.send_text("x" * (16 * 1024 * 1024 + 1))
    await daemon.current.wait_ended()
    equal(daemon.close_code, 1009, "close code")


async def no_pong(bench: Bench) -> None:
    daemon = await bench.daemon()
    socket = await daemon.socket()
    socket.stall()
    await (await daemon.socket(45)).cut()
    await socket.cut()


async def pings(bench: Bench) -> None:
    socket = await (await bench.daemon()).socket()
    await socket.send_text(encode_request(1, "initialize", INITIALIZE, None))
    async with asyncio.timeout(30):
        while socket.pings == 0:
            await asyncio.sleep(0.2)
    await socket.cut()


async def stopped(bench: Bench) -> None:
    daemon = await bench.daemon()
    await initialize(await daemon.duplex(), "0.1")
    daemon.child.terminate()
    await daemon.current.wait_ended()
    that(daemon.close_code in (1000, 1001), f"close code {daemon.close_code}")
    await daemon.child.wait(EXIT_SECONDS)


CASES = (
    Case("pairing polls until approved, shows code and link, keeps its secret", paired, ONLY),
    Case("dialing presents the credential and eip.v1", dialed, ONLY),
    Case("started again it is the same device in a new life", started_again, ONLY),
    Case("initialize may come in one packet with the 101", first_packet, ONLY),
    Case("a message in fragments with pings between is one message", fragments, ONLY),
    Case("it dials again after every common end", reconnects, ONLY, 60),
    Case("it dials again after 503", retries, ONLY),
    Case("401, 403 and a redirect are fatal", fatal_statuses, ONLY),
    Case("another subprotocol is fatal", other_subprotocol, ONLY),
    Case("an extension is fatal", extension, ONLY),
    Case("broken WebSocket frames end it with 1002 and exit code 1", broken_socket, ONLY),
    Case("a message above 16 MiB ends it with 1009", too_long, ONLY),
    Case("a Host that answers no ping loses the socket", no_pong, ONLY, 60, True),
    Case("it pings within 20 s", pings, ONLY, 45, True),
    Case("SIGTERM says goodbye on the socket", stopped, ONLY),
)
