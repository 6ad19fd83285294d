"""Many at once, in turn, and interrupted by an end."""

import asyncio
from typing import Any

from eip.data_frames import DataFrame, Kind, Status
from eip.envelope import encode_request
from fixture.record import presses, releases
from suite.bench import CLIENT, Bench, initialize
from suite.case import DUPLEX, Case
from suite.expect import equal, refused_early, that

from .inputs import seen_before_key
from .ledger import begin_drag, click_of

EXIT_SECONDS = 15.0


async def flooded(bench: Bench) -> None:
    """300 inputs at once: each is executed or busy, none is lost."""
    session = await bench.session()
    click = await click_of(bench, session)
    move = {"observation_id": click["observation_id"], "point": click["point"]}
    answers = await asyncio.gather(*(session.call("computer.move", move) for _ in range(300)))
    done = 0
    for answer in answers:
        if answer.error is not None:
            refused_early(answer, "busy", hint="after_capacity")
        else:
            equal(answer.value()["effect"], "executed", "effect")
            done += 1
    that(done >= 16, f"only {done} were executed")
    equal((await session.value("computer.move", move))["effect"], "executed", "effect afterwards")


async def late_in_turn(bench: Bench) -> None:
    """An input whose time is over before its turn did nothing."""
    session = await bench.session()
    click = await click_of(bench, session)
    _, _, running = await begin_drag(bench, session, 1500)
    mark = bench.desktop.record.mark()
    params = session.params(click, session.operation_id(), timeout_ms=200)
    refused_early(await session.ask("computer.click", params), "timeout", hint="never")
    (await running).value()
    equal(presses(await seen_before_key(bench, session, mark)), [], "presses")


async def in_turn(bench: Bench) -> None:
    """Inputs of two sessions do not mix: each click comes down and up before the next."""
    sessions = [await bench.session(), await bench.session()]
    clicks = [await click_of(bench, session) for session in sessions]
    mark = bench.desktop.record.mark()
    await asyncio.gather(
        *(
            session.value("computer.click", {**click, "button": button})
            for session, click in zip(sessions, clicks, strict=True)
            for button in ("left", "right", "middle")
        )
    )
    events = await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 6)
    both = [event for event in events if event["type"] in ("press", "release")]
    for press, release in zip(both[::2], both[1::2], strict=True):
        equal((press["type"], release["type"]), ("press", "release"), "order")
        equal(press["button"], release["button"], "button")


async def same_id_elsewhere(bench: Bench) -> None:
    for _ in range(2):
        session = await bench.session()
        click = await click_of(bench, session)
        mark = bench.desktop.record.mark()
        await session.value("computer.click", click, "op-the-same")
        await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)


async def closed_within(bench: Bench) -> None:
    session = await bench.unready()
    await session.ready()
    mark = bench.desktop.record.mark()
    _, _, running = await begin_drag(bench, session, 3000)
    closed = await session.connection.ask("session.close", {}, session.id)
    equal(closed.value(), {"closed": True}, "result")
    result = (await asyncio.wait_for(running, 1)).value()
    equal(result["effect"], "partial", "effect")
    equal(result["receipt"]["outcome"], "cancelled", "outcome")
    await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)


async def stopped_within(bench: Bench) -> None:
    daemon = await bench.daemon()
    session = await bench.session(peer=await initialize(await daemon.connect(), "0.1"))
    mark = bench.desktop.record.mark()
    _, _, running = await begin_drag(bench, session, 3000)
    daemon.child.terminate()
    await asyncio.gather(running, return_exceptions=True)
    await daemon.child.wait(EXIT_SECONDS)
    await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)


async def one_after_another(bench: Bench) -> None:
    """Requests that do not wait for each other's answers are served in order."""
    connection = await bench.fresh_duplex()
    params: dict[str, Any] = {"supported_protocol_versions": ["0.1"], "client": CLIENT}
    first, second = await asyncio.gather(
        connection.ask("initialize", params), connection.ask("device.describe")
    )
    equal(second.value()["descriptor"], first.value()["descriptor"], "descriptor")


async def frame_before_initialize(bench: Bench) -> None:
    connection = await bench.fresh_duplex()
    await connection.send_frame(DataFrame(Kind.ATTACH, "session-none", "screen-none"))
    frame = await connection.transfer("session-none", "screen-none").next()
    equal((frame.kind, frame.status), (Kind.RESET, Status.DENIED), "answer to ATTACH")
    await initialize(connection, "0.1")


async def same_rpc_id(bench: Bench) -> None:
    """Two requests under one JSON-RPC id are both answered; only the order is open."""
    connection = (await bench.shared()).connection
    first = await connection.ask("device.describe", {}, None, "twice")
    second = await connection.ask("device.describe", {}, None, "twice")
    equal(first.text, second.text, "answers")


async def observations_at_once(bench: Bench) -> None:
    session = await bench.session()
    seen = await asyncio.gather(*(session.observe(max_dimension=256) for _ in range(12)))
    equal(len({one.reader for one in seen}), 12, "distinct readers")
    for one in seen:
        await session.image(one)


async def long_text(bench: Bench) -> None:
    """An answer may be long, a message above 1 MiB never is: ids of a request are echoed."""
    connection = (await bench.shared()).connection
    request_id = "i" * 100_000
    text = encode_request(request_id, "device.describe", {}, None)
    equal((await connection.ask_text(text, request_id)).id, request_id, "id")


CASES = (
    Case("300 inputs at once are executed or busy", flooded, DUPLEX),
    Case("an input whose time is over before its turn does nothing", late_in_turn),
    Case("clicks of two sessions do not mix", in_turn),
    Case("an operation id means nothing in another session", same_id_elsewhere),
    Case("closing a session stops its drag and lifts the button", closed_within),
    Case("SIGTERM stops a drag and lifts the button", stopped_within),
    Case("requests are served in the order in which they came", one_after_another, DUPLEX),
    Case("ATTACH before initialize is RESET denied", frame_before_initialize, DUPLEX),
    Case("a JSON-RPC id may be used again", same_rpc_id),
    Case("twelve observations at once", observations_at_once),
    Case("an id of 100 000 characters comes back", long_text),
)
