"""What a session remembers of its operations."""

import asyncio
from typing import Any

from eip.canonical import request_digest
from eip.envelope import Answer
from fixture.record import presses, releases
from suite.bench import Bench
from suite.case import Case
from suite.expect import equal, refused, refused_early, that
from suite.session import Observed, Session

from .inputs import seen_before_key


async def click_of(bench: Bench, session: Session, **more: Any) -> dict[str, Any]:
    seen = await session.observe()
    point = seen.point(*bench.desktop.canvas.at(0.5, 0.5))
    return {"observation_id": seen.id, "point": point, "button": "left", **more}


async def replayed(bench: Bench) -> None:
    session = await bench.session()
    click = await click_of(bench, session)
    operation = session.operation_id()
    mark = bench.desktop.record.mark()
    params = session.params(click, operation)
    first = await session.connection.ask("computer.click", params, session.id, "same-id")
    again = await session.connection.ask("computer.click", params, session.id, "same-id")
    equal(again.text, first.text, "the second answer")
    first.value()
    later = session.params({**click, "count": 1}, operation, timeout_ms=9000)
    third = await session.connection.ask("computer.click", later, session.id, "same-id")
    equal(third.text, first.text, "the answer to the same with defaults and a timeout")
    events = await seen_before_key(bench, session, mark)
    equal(len(presses(events)), 1, "presses that the application saw")
    equal(len(releases(events)), 1, "releases that the application saw")


async def other_digest(bench: Bench) -> None:
    session = await bench.session()
    click = await click_of(bench, session)
    operation = session.operation_id()
    elsewhere = {"x": click["point"]["x"] + 20, "y": click["point"]["y"]}
    mark = bench.desktop.record.mark()
    await session.value("computer.click", click, operation)
    for method, params in (
        ("computer.click", {**click, "button": "right"}),
        ("computer.click", {**click, "count": 2}),
        ("computer.move", {"observation_id": click["observation_id"], "point": elsewhere}),
        ("environment.describe", {}),
    ):
        answer = await session.call(method, params, operation)
        refused_early(answer, "conflict", hint="never")
    seen = [event["type"] for event in await seen_before_key(bench, session, mark)]
    after_press = [kind for kind in seen[seen.index("press") :] if kind != "painted"]
    equal(after_press, ["press", "release"], "what the application saw")


async def replayed_error(bench: Bench) -> None:
    """An admitted operation that failed keeps its error."""
    session = await bench.session()
    click = await click_of(bench, session, observation_id="observation-none")
    params = session.params(click, session.operation_id())
    first = await session.connection.ask("computer.click", params, session.id, "e")
    refused_early(first, "conflict", hint="after_refresh", field="observation_id")
    again = await session.connection.ask("computer.click", params, session.id, "e")
    equal(again.text, first.text, "the second answer")


async def refusal_leaves_no_record(bench: Bench) -> None:
    session = await bench.session()
    operation = session.operation_id()
    refused_early(await session.call("computer.click", {}, operation), "invalid_params")
    await session.value("environment.describe", {}, operation)


async def at_once(bench: Bench) -> None:
    session = await bench.session()
    drag, operation, running = await begin_drag(bench, session, 1500)
    answer = await session.call("computer.drag", drag, operation)
    error = refused(answer, "operation_in_progress", hint="reconcile_first")
    equal(error.data["receipt"]["operation_id"], operation, "operation_id of the receipt")
    other = await session.call("computer.drag", {**drag, "duration_ms": 200}, operation)
    refused_early(other, "conflict", hint="never")
    receipt = (await session.value("receipt.get", {"operation_id": operation}))["receipt"]
    equal(receipt["stage"], "dispatched", "stage while it runs")
    that("outcome" not in receipt, "an outcome while it runs")
    result = (await running).value()
    equal(result["effect"], "executed", "effect")


async def begin_drag(
    bench: Bench, session: Session, duration_ms: int, **context: Any
) -> tuple[dict[str, Any], str, "asyncio.Task[Answer]"]:
    """A drag whose button the application has seen going down."""
    seen = await session.observe()
    drag = drag_of(bench, seen, duration_ms)
    operation = session.operation_id()
    mark = bench.desktop.record.mark()
    params = session.params(drag, operation, **context)
    running = asyncio.create_task(session.ask("computer.drag", params))
    await bench.desktop.record.until(mark, lambda events: len(presses(events)) == 1)
    return drag, operation, running


def drag_of(bench: Bench, seen: Observed, duration_ms: int) -> dict[str, Any]:
    canvas = bench.desktop.canvas
    return {
        "observation_id": seen.id,
        "start": seen.point(*canvas.at(0.2, 0.2)),
        "end": seen.point(*canvas.at(0.8, 0.8)),
        "button": "left",
        "duration_ms": duration_ms,
    }


async def cancelled(bench: Bench) -> None:
    session = await bench.session()
    mark = bench.desktop.record.mark()
    _, operation, running = await begin_drag(bench, session, 3000)
    target = {"target_operation_id": operation}
    status = (await session.value("operation.cancel", target))["status"]
    equal(status, "cancellation_requested", "status")
    result = (await asyncio.wait_for(running, 1.5)).value()
    await interrupted(bench, mark, result, "cancelled")
    status = (await session.value("operation.cancel", target))["status"]
    equal(status, "already_terminal", "status after the end")
    status = (await session.value("operation.cancel", {"target_operation_id": "none"}))["status"]
    equal(status, "not_found", "status of an unknown operation")
    receipt = (await session.value("receipt.get", {"operation_id": operation}))["receipt"]
    equal(receipt["outcome"], "cancelled", "outcome in receipt.get")


async def interrupted(bench: Bench, mark: int, result: dict[str, Any], outcome: str) -> None:
    equal(result["effect"], "partial", "effect")
    equal(result["input_cleanup_complete"], True, "input_cleanup_complete")
    equal(result["receipt"]["outcome"], outcome, "outcome")
    equal(result["receipt"]["stage"], "completed", "stage")
    events = await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)
    released = releases(events)[0]
    far = bench.desktop.canvas.at(0.79, 0.79)
    that(released["x"] < far[0] and released["y"] < far[1], "the drag went on to its end")


async def timed_out(bench: Bench) -> None:
    session = await bench.session()
    mark = bench.desktop.record.mark()
    _, operation, running = await begin_drag(bench, session, 3000, timeout_ms=1200)
    result = (await asyncio.wait_for(running, 2.5)).value()
    await interrupted(bench, mark, result, "timed_out")


async def queued_cancelled(bench: Bench) -> None:
    """An input that waits for its turn is cancelled before it did anything."""
    session = await bench.session()
    _, _, running = await begin_drag(bench, session, 1500)
    click = await click_of(bench, session)
    operation = session.operation_id()
    mark = bench.desktop.record.mark()
    waiting = asyncio.create_task(session.call("computer.click", click, operation))
    status = "not_found"
    while status == "not_found":
        answer = await session.value("operation.cancel", {"target_operation_id": operation})
        status = answer["status"]
    equal(status, "cancellation_requested", "status")
    refused_early(await waiting, "cancelled")
    (await running).value()
    equal(presses(await seen_before_key(bench, session, mark)), [], "presses")


async def receipts(bench: Bench) -> None:
    session = await bench.session()
    click = await click_of(bench, session, count=2)
    observe: dict[str, Any] = {"max_dimension": 400}
    failing = {**click, "observation_id": 'Écran "1"\n'}
    for method, given, outcome in (
        ("computer.click", click, "succeeded"),
        ("computer.observe", observe, "succeeded"),
        ("environment.describe", {}, "succeeded"),
        ("computer.press_keys", {"keys": ["shift", "`"]}, "succeeded"),
        ("computer.click", failing, "failed"),
    ):
        operation = session.operation_id()
        params = session.params(given, operation)
        await session.ask(method, params)
        receipt = (await session.value("receipt.get", {"operation_id": operation}))["receipt"]
        equal(receipt["operation_id"], operation, "operation_id")
        equal(receipt["method"], method, "method")
        equal(receipt["session_id"], session.id, "session_id")
        equal(receipt["device_id"], session.descriptor["device_id"], "device_id")
        equal(receipt["generation"], session.descriptor["generation"], "generation")
        equal((receipt["stage"], receipt["outcome"]), ("completed", outcome), f"end of {method}")
        equal(
            receipt["request_digest"],
            request_digest(session.peer.version, method, params),
            f"request_digest of {method}",
        )
    answer = await session.call("receipt.get", {"operation_id": "op-none"})
    refused_early(answer, "not_found_or_denied", hint="never")


CASES = (
    Case("the same operation id answers the same and acts once", replayed),
    Case("another request under a used id is conflict", other_digest),
    Case("the same operation id answers the same error", replayed_error),
    Case("a refusal of the params leaves no record", refusal_leaves_no_record),
    Case("a running id is operation_in_progress", at_once),
    Case("a cancelled drag is partial and its button is up", cancelled),
    Case("a drag that runs out of time is partial and its button is up", timed_out),
    Case("an input cancelled before its turn does nothing", queued_cancelled),
    Case("receipts tell the outcome and our own digest", receipts),
)
