"""A lost connection, and taking a session up again over the next."""

import asyncio

from eip.data_frames import Kind, Status
from eip.results import RESULTS
from fixture.daemon import Daemon
from fixture.record import presses, releases
from suite.bench import Bench, initialize
from suite.case import Case
from suite.expect import equal, refused_early
from suite.session import Peer, Session

from .ledger import begin_drag

WEB_SOCKET = ("web-socket",)
GRACE = ("--disconnect-grace-ms", "20000")


async def begun(bench: Bench, *options: str) -> tuple[Daemon, Session]:
    daemon = await bench.daemon(*options)
    peer = await initialize(await daemon.duplex(), "0.1")
    return daemon, await bench.session(peer=peer)


async def cut_and_return(daemon: Daemon, *versions: str) -> Peer:
    await daemon.current.cut()
    return await initialize(await daemon.duplex(), *(versions or ("0.1",)))


async def attach(peer: Peer, lost: Session) -> Session:
    answer = await peer.connection.ask("session.attach", {}, lost.id)
    equal(answer.session, lost.id, "eip_session")
    RESULTS["session.attach"](answer.value(), "session.attach")
    equal(answer.value()["descriptor"], lost.descriptor, "descriptor")
    return Session(peer, answer.value()["descriptor"])


async def taken_up(bench: Bench) -> None:
    daemon, lost = await begun(bench, *GRACE)
    seen = await lost.observe()
    point = seen.point(*bench.desktop.canvas.at(0.3, 0.3))
    click = {"observation_id": seen.id, "point": point, "button": "left"}
    operation = lost.operation_id()
    params = lost.params(click, operation)
    first = await lost.connection.ask("computer.click", params, lost.id, "click")
    next_peer = await cut_and_return(daemon)
    call = lost.params({}, lost.operation_id())
    early = await next_peer.connection.ask("environment.describe", call, lost.id)
    refused_early(early, "not_found_or_denied", hint="after_refresh")
    session = await attach(next_peer, lost)
    await session.value("environment.describe")
    mark = bench.desktop.record.mark()
    again = await session.connection.ask("computer.click", params, session.id, "click")
    equal(again.text, first.text, "the stored answer")
    equal((await session.value("computer.click", click))["effect"], "executed", "effect")
    events = await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)
    equal(len(presses(events)), 1, "presses after the loss")


async def transfers_gone(bench: Bench) -> None:
    daemon, lost = await begun(bench, *GRACE)
    seen = await lost.observe(max_dimension=2048)
    transfer = daemon.current.transfer(lost.id, seen.reader)
    await transfer.attach()
    await transfer.take_chunk(0)
    next_peer = await cut_and_return(daemon)
    session = await attach(next_peer, lost)
    again = daemon.current.transfer(session.id, seen.reader)
    await again.send(Kind.ATTACH)
    frame = await again.next()
    equal((frame.kind, frame.status), (Kind.RESET, Status.DENIED), "answer to ATTACH")
    answer = await session.call("computer.close_observation", {"reader": seen.reader})
    refused_early(answer, "invalid_handle", hint="never")


async def interrupted_by_loss(bench: Bench) -> None:
    daemon, lost = await begun(bench, *GRACE)
    mark = bench.desktop.record.mark()
    _, operation, running = await begin_drag(bench, lost, 3000)
    next_peer = await cut_and_return(daemon)
    await asyncio.gather(running, return_exceptions=True)
    await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)
    session = await attach(next_peer, lost)
    receipt = (await session.value("receipt.get", {"operation_id": operation}))["receipt"]
    equal((receipt["stage"], receipt["outcome"]), ("completed", "cancelled"), "receipt")


async def grace_over(bench: Bench) -> None:
    daemon, lost = await begun(bench, "--disconnect-grace-ms", "100")
    next_peer = await cut_and_return(daemon)
    await daemon.says_closed(lost.id)
    answer = await next_peer.connection.ask("session.attach", {}, lost.id)
    refused_early(answer, "not_found_or_denied", hint="after_refresh")


async def attached_twice(bench: Bench) -> None:
    _, session = await begun(bench)
    again = await attach(session.peer, session)
    await again.value("environment.describe")


async def other_version(bench: Bench) -> None:
    daemon, lost = await begun(bench, *GRACE)
    next_peer = await cut_and_return(daemon, "0.100")
    answer = await next_peer.connection.ask("session.attach", {}, lost.id)
    refused_early(answer, "protocol_incompatible", hint="never")


CASES = (
    Case("session.attach keeps ledger and references", taken_up, WEB_SOCKET),
    Case("session.attach brings no transfer back", transfers_gone, WEB_SOCKET),
    Case("a lost connection stops a drag and lifts its button", interrupted_by_loss, WEB_SOCKET),
    Case("a session is gone after the grace period", grace_over, WEB_SOCKET),
    Case(
        "attaching an attached session interrupts nothing", attached_twice, ("web-socket", "stdio")
    ),
    Case("attaching over another version is protocol_incompatible", other_version, WEB_SOCKET),
)
