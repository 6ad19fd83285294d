"""The first request of a connection."""

from typing import Any

from eip.connection import Connection
from suite.bench import CLIENT, Bench, initialize
from suite.case import DUPLEX, Case
from suite.expect import equal, refused_early, that


def asking(*versions: str, **more: Any) -> dict[str, Any]:
    return {"supported_protocol_versions": list(versions), "client": CLIENT, **more}


async def only_0_1(bench: Bench) -> None:
    peer = await initialize(await bench.fresh(), "0.1")
    equal(peer.version, "0.1", "protocol_version")
    methods = peer.descriptor["available_methods"]
    equal(len(methods), len(set(methods)), "number of distinct methods")
    for method in ("computer.observe", "computer.click", "receipt.get", "session.open"):
        that(method in methods, f"{method} is not in available_methods")
    that("computer.type_text" not in methods, "type_text is offered on X11")


async def newest_common(bench: Bench) -> None:
    for versions in (("0.100", "0.1"), ("0.1", "0.100"), ("7.3", "0.100")):
        peer = await initialize(await bench.fresh(), *versions)
        equal(peer.version, "0.100", f"version of {versions}")


async def foreign_versions_beside(bench: Bench) -> None:
    peer = await initialize(await bench.fresh(), "0.7", "0.1", "2.0")
    equal(peer.version, "0.1", "protocol_version")


async def no_common(bench: Bench) -> None:
    answer = await (await bench.fresh()).ask("initialize", asking("9.9", "0.2"))
    refused_early(answer, "protocol_incompatible", hint="never")


async def malformed_params(bench: Bench) -> None:
    connection = await bench.fresh()
    wrong: tuple[dict[str, Any], ...] = (
        asking(),
        asking("0.1", more=1),
        {"client": CLIENT},
        {"supported_protocol_versions": ["0.1"]},
        {"supported_protocol_versions": "0.1", "client": CLIENT},
        {"supported_protocol_versions": ["0.1"], "client": {**CLIENT, "extra": "x"}},
        asking("0.1", expected_device_id=""),
    )
    for params in wrong:
        refused_early(await connection.ask("initialize", params), "invalid_params", hint="never")
    await initialize(connection, "0.1")


async def expected_device(bench: Bench) -> None:
    connection = await bench.fresh()
    answer = await connection.ask("initialize", asking("0.1", expected_device_id="device-other"))
    refused_early(answer, "not_found_or_denied", hint="never")


async def right_device(bench: Bench) -> None:
    first = await initialize(await bench.fresh(), "0.1")
    device = first.descriptor["device_id"]
    if bench.carrier != "http":
        twice = await first.connection.ask("initialize", asking("0.1"))
        refused_early(twice, "already_initialized", hint="never")
        return
    again = await first.connection.ask("initialize", asking("0.1", expected_device_id=device))
    equal(again.value()["descriptor"]["device_id"], device, "device_id")


async def before_initialize(bench: Bench) -> None:
    connection = await bench.fresh()
    await refuse_all(connection)
    await initialize(connection, "0.1")


async def refuse_all(connection: Connection) -> None:
    place = {"expected_device_id": "device-x", "expected_generation": 1}
    for method, params in (
        ("device.describe", {}),
        ("directory.list", {**place, "path": "/", "limit": 1}),
        ("session.open", {**place, "protocol_version": "0.1"}),
    ):
        refused_early(await connection.ask(method, params), "not_initialized", hint="never")
    for method in ("session.attach", "session.keepalive", "session.close"):
        answer = await connection.ask(method, {}, "session-unknown")
        refused_early(answer, "not_initialized", hint="never")
    call = {"context": {"operation_id": "op-early"}}
    answer = await connection.ask("environment.readiness", call, "session-unknown")
    refused_early(answer, "not_initialized", hint="never")


async def silent_host(bench: Bench) -> None:
    connection = await bench.fresh_duplex()
    await connection.wait_ended(40)


CASES = (
    Case("initialize with 0.1 alone answers the 0.1 descriptor", only_0_1),
    Case("initialize chooses 0.100 whenever it is offered", newest_common),
    Case("initialize chooses 0.1 among unknown versions", foreign_versions_beside),
    Case("initialize without a common version is protocol_incompatible", no_common),
    Case("initialize refuses malformed params and may be tried again", malformed_params),
    Case("initialize for another device is refused", expected_device),
    Case("a second initialize", right_device),
    Case("everything else before initialize is not_initialized", before_initialize),
    Case(
        "a Host that never initializes loses the connection in 30 s", silent_host, DUPLEX, 60, True
    ),
)
