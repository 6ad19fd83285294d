"""Opening, readiness, life and end of sessions."""

import asyncio

from eip.results import RESULTS
from suite.bench import Bench, initialize
from suite.case import Case
from suite.expect import equal, refused_early, that
from suite.session import Session

IDLE_MS = 2000


async def opened(bench: Bench) -> None:
    peer = await bench.shared()
    session = await bench.session()
    descriptor = session.descriptor
    equal(descriptor["device_id"], peer.descriptor["device_id"], "device_id")
    equal(descriptor["generation"], peer.descriptor["generation"], "generation")
    equal(descriptor["boundary"], peer.descriptor["boundary"], "boundary")
    wide, narrow = set(peer.descriptor["available_methods"]), set(descriptor["available_methods"])
    that(narrow <= wide, f"the session adds {sorted(narrow - wide)}")
    equal(
        descriptor["working_directory"],
        peer.descriptor["default_working_directory"],
        "working_directory",
    )
    again = (await session.value("environment.describe"))["descriptor"]
    equal(again, descriptor, "environment.describe")


async def opened_elsewhere(bench: Bench) -> None:
    peer = await bench.shared()
    answer = await peer.open(working_directory="/usr", required_methods=["computer.observe"])
    descriptor = answer.value()["descriptor"]
    equal(descriptor["working_directory"], "/usr", "working_directory")
    (await peer.connection.ask("session.close", {}, descriptor["session_id"])).value()


async def open_refused(bench: Bench) -> None:
    peer = await bench.shared()
    generation = peer.descriptor["generation"]
    for change, error_type, hint in (
        ({"expected_device_id": "device-other"}, "not_found_or_denied", "never"),
        ({"expected_generation": generation + 1}, "stale_generation", "after_refresh"),
        ({"expected_generation": max(generation - 1, 1)}, "stale_generation", "after_refresh"),
        ({"protocol_version": "0.9"}, "protocol_incompatible", "never"),
        ({"protocol_version": "0.100"}, "protocol_incompatible", "never"),
        ({"required_methods": ["file.stat"]}, "unsupported", "never"),
        ({"required_methods": ["no.such.method"]}, "unsupported", "never"),
        ({"egress": {"destinations": {"mode": "public"}}}, "unsupported", "never"),
        ({"working_directory": "/no/such/directory"}, "not_found_or_denied", "never"),
    ):
        refused_early(await peer.open(**change), error_type, hint=hint)


async def open_malformed(bench: Bench) -> None:
    peer = await bench.shared()
    for member, value in (
        ("expected_device_id", ""),
        ("expected_device_id", 7),
        ("expected_generation", 0),
        ("expected_generation", "1"),
        ("expected_generation", 1.0),
        ("protocol_version", 0.1),
        ("protocol_version", "zero"),
        ("working_directory", "usr"),
        ("working_directory", "/usr/"),
        ("required_methods", "computer.observe"),
        ("egress", "some"),
        ("surprise", True),
    ):
        answer = await peer.open(**{member: value})
        refused_early(answer, "invalid_params", hint="never", field=member)
    for member in ("expected_device_id", "expected_generation", "protocol_version"):
        answer = await peer.open(**{member: None})
        refused_early(answer, "invalid_params", hint="never", field=member)


async def gate(bench: Bench) -> None:
    session = await bench.unready()
    for method, params in (
        ("environment.describe", {}),
        ("computer.describe", {}),
        ("computer.observe", {}),
        ("receipt.get", {"operation_id": "op-x"}),
        ("operation.cancel", {"target_operation_id": "op-x"}),
        ("computer.press_keys", {"keys": ["a"]}),
    ):
        refused_early(await session.call(method, params), "not_initialized")
    alive = (await session.connection.ask("session.keepalive", {}, session.id)).value()
    RESULTS["session.keepalive"](alive, "session.keepalive")
    await session.ready()
    await session.value("environment.describe")
    closing = await bench.unready()
    closed = (await closing.connection.ask("session.close", {}, closing.id)).value()
    RESULTS["session.close"](closed, "session.close")


async def close_ends(bench: Bench) -> None:
    session = await bench.session()
    answer = await session.connection.ask("session.close", {}, session.id)
    equal(answer.session, session.id, "eip_session")
    equal(answer.value(), {"closed": True}, "result")
    await is_gone(session)


async def is_gone(session: Session) -> None:
    for method in ("session.keepalive", "session.attach", "session.close"):
        answer = await session.connection.ask(method, {}, session.id)
        refused_early(answer, "not_found_or_denied", hint="after_refresh")
    answer = await session.call("environment.describe")
    refused_early(answer, "not_found_or_denied", hint="after_refresh")


async def unknown_session(bench: Bench) -> None:
    peer = await bench.shared()
    await is_gone(Session(peer, {**peer.descriptor, "session_id": "session-unknown"}))


async def side_by_side(bench: Bench) -> None:
    peer = await bench.shared()
    sessions = [await bench.session() for _ in range(4)]
    equal(len({session.id for session in sessions}), 4, "distinct session ids")
    observed = await asyncio.gather(*(session.observe() for session in sessions))
    equal(len({one.id for one in observed}), 4, "distinct observation ids")
    images = [await session.image(one) for session, one in zip(sessions, observed, strict=True)]
    that(all(image.startswith(b"\xff\xd8") for image in images), "not all images are JPEG")
    foreign = {"observation_id": observed[0].id, "point": observed[0].point(10, 10)}
    refused_early(await sessions[1].call("computer.move", foreign), "conflict")
    own = {"observation_id": observed[1].id, "point": observed[1].point(10, 10)}
    equal((await sessions[1].value("computer.move", own))["effect"], "executed", "effect")
    answer = await peer.connection.ask("session.close", {}, sessions[0].id)
    answer.value()
    await sessions[1].value("environment.describe")


async def foreign_reader(bench: Bench) -> None:
    first, second = await bench.session(), await bench.session()
    observed = await first.observe()
    answer = await second.call("computer.close_observation", {"reader": observed.reader})
    refused_early(answer, "invalid_handle", hint="never")
    await first.image(observed)


async def idle_end(bench: Bench) -> None:
    """The session that is left was the last to be asked, and would be the last to end."""
    daemon = await bench.daemon("--session-idle-timeout-ms", str(IDLE_MS))
    peer = await initialize(await daemon.connect(), "0.1")
    equal(peer.descriptor["lifecycle"]["idle_timeout_ms"], IDLE_MS, "idle_timeout_ms")
    kept, left = await bench.session(peer=peer), await bench.session(peer=peer)
    async with asyncio.TaskGroup() as beside:
        closed = beside.create_task(daemon.says_closed(left.id))
        while not closed.done():
            (await peer.connection.ask("session.keepalive", {}, kept.id)).value()
            await asyncio.wait([closed], timeout=IDLE_MS / 1000 / 6)
    refused_early(await left.call("environment.describe"), "not_found_or_denied")
    await kept.value("environment.describe")


CASES = (
    Case("session.open answers a session within the device's descriptor", opened),
    Case("session.open takes a working directory and required methods", opened_elsewhere),
    Case("session.open refuses what cannot be met", open_refused),
    Case("session.open names the malformed member", open_malformed),
    Case("nothing but keepalive and close before readiness", gate),
    Case("session.close ends a session", close_ends),
    Case("an unknown session is not_found_or_denied", unknown_session),
    Case("sessions side by side have references of their own", side_by_side),
    Case("a reader belongs to its session", foreign_reader),
    Case("keepalive keeps a session that idleness would end", idle_end),
)
