"""Inputs of version 0.100."""

import asyncio
from typing import Any

from eip.canonical import request_digest
from fixture.record import Event, presses, releases
from suite.bench import Bench
from suite.case import Case
from suite.expect import equal, refused_early, that

from .input_refusals import without
from .inputs import at, at_least, executed, focus, hit, of

NEW = "0.100"
STATES = {"shift": 0x1, "control": 0x4, "alt": 0x8, "meta": 0x40}
HELD = 0x1 | 0x4 | 0x8 | 0x40
LEFT_DOWN = 0x100


async def modified_clicks(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe()
    point = await at(bench, seen, 0.5, 0.5)
    # openbox keeps the usual buttons with Alt for itself
    click = {"observation_id": seen.id, "point": point, "button": "back"}
    for modifiers in (["shift"], ["control"], ["shift", "control"], ["alt"], ["meta"], []):
        mark = bench.desktop.record.mark()
        params = {**click, "modifiers": modifiers}
        executed(await session.value("computer.click", params), "computer.click")
        events = await bench.desktop.record.until(mark, at_least(1, "release"))
        held = sum(STATES[name] for name in modifiers)
        equal(presses(events)[0]["state"] & HELD, held, f"modifiers at the press of {modifiers}")
        equal(releases(events)[0]["state"] & HELD, held, f"modifiers at the release of {modifiers}")
        hit(seen, presses(events)[0], point)


async def modified_gestures(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe()
    point = await at(bench, seen, 0.4, 0.4)
    end = await at(bench, seen, 0.6, 0.6)
    held = {"observation_id": seen.id, "modifiers": ["control"]}
    for method, params, kind in (
        ("computer.move", {"point": end}, "motion"),
        ("computer.drag", {"start": point, "end": end, "button": "left"}, "release"),
        ("computer.scroll", {"point": point, "delta_x": 0, "delta_y": 2, "unit": "steps"}, "press"),
    ):
        mark = bench.desktop.record.mark()
        executed(await session.value(method, {**held, **params}), method)
        events = await bench.desktop.record.until(mark, at_least(1, kind))
        equal(of(kind, events)[-1]["state"] & HELD, STATES["control"], f"modifiers of {method}")
    mark = bench.desktop.record.mark()
    await session.value("computer.move", {"observation_id": seen.id, "point": point})
    events = await bench.desktop.record.until(mark, at_least(1, "motion"))
    equal(of("motion", events)[-1]["state"] & HELD, 0, "modifiers afterwards")


async def triple_click(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe()
    click = {
        "observation_id": seen.id,
        "point": await at(bench, seen, 0.5, 0.5),
        "button": "left",
        "count": 3,
    }
    mark = bench.desktop.record.mark()
    executed(await session.value("computer.click", click), "computer.click")
    events = await bench.desktop.record.until(mark, at_least(3, "release"))
    equal(len(presses(events)), 3, "presses")


async def side_buttons(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe()
    point = await at(bench, seen, 0.5, 0.5)
    for button, number in (("back", 8), ("forward", 9)):
        mark = bench.desktop.record.mark()
        click = {"observation_id": seen.id, "point": point, "button": button}
        executed(await session.value("computer.click", click), "computer.click")
        events = await bench.desktop.record.until(mark, at_least(1, "release"))
        equal([event["button"] for event in presses(events)], [number], f"button of {button}")


async def path_drag(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe()
    ways = [(0.2, 0.2), (0.8, 0.2), (0.8, 0.8), (0.2, 0.8)]
    path = [await at(bench, seen, across, down) for across, down in ways]
    mark = bench.desktop.record.mark()
    drag = {"observation_id": seen.id, "path": path, "button": "left", "duration_ms": 800}
    executed(await session.value("computer.drag", drag), "computer.drag")
    events = await bench.desktop.record.until(mark, at_least(1, "release"))
    equal((len(presses(events)), len(releases(events))), (1, 1), "presses and releases")
    hit(seen, presses(events)[0], path[0])
    hit(seen, releases(events)[0], path[-1])
    held = [event for event in of("motion", events) if event["state"] & LEFT_DOWN]
    sides = [sides_of(path, presses(events)[0], releases(events)[0], event) for event in held]
    that(all(sides), "every motion lies on the path")
    # Toolkits merge motions that they are too slow for, so a corner itself may go unseen; the way between may not.
    order = [min(found) for found in sides]
    equal(order, sorted(order), "the sides in their order")
    equal(sorted(set(order)), [0, 1, 2], "the sides that were drawn")


def sides_of(path: list[Any], press: Event, release: Event, motion: Event) -> list[int]:
    """Which sides of the path (right, down, left again) a motion lies on, in pixels of the application."""
    scale = (release["y"] - press["y"]) / (path[3]["y"] - path[0]["y"])
    right = press["x"] + (path[1]["x"] - path[0]["x"]) * scale
    on = (
        abs(motion["y"] - press["y"]) <= 3,
        abs(motion["x"] - right) <= 3,
        abs(motion["y"] - release["y"]) <= 3,
    )
    return [side for side, is_on in enumerate(on) if is_on]


async def held_keys(bench: Bench) -> None:
    session = await bench.session(NEW)
    await focus(bench, session)
    mark = bench.desktop.record.mark()
    result = await session.value("computer.press_keys", {"keys": ["f6"], "hold_ms": 700})
    executed(result, "computer.press_keys")
    events = await bench.desktop.record.until(mark, at_least(1, "key_release"))
    lasted = of("key_release", events)[-1]["at"] - of("key_press", events)[0]["at"]
    that(lasted >= 0.65, f"held for {lasted:.3f} s")


async def cancelled_hold(bench: Bench) -> None:
    session = await bench.session(NEW)
    await focus(bench, session)
    mark = bench.desktop.record.mark()
    operation = session.operation_id()
    params = {"keys": ["control", "f7"], "hold_ms": 10000}
    running = asyncio.create_task(session.call("computer.press_keys", params, operation))
    await bench.desktop.record.until(mark, at_least(2, "key_press"))
    await session.value("operation.cancel", {"target_operation_id": operation})
    result = (await asyncio.wait_for(running, 2)).value()
    equal(result["effect"], "partial", "effect")
    equal(result["receipt"]["outcome"], "cancelled", "outcome")
    equal(result["input_cleanup_complete"], True, "input_cleanup_complete")
    events = await bench.desktop.record.until(mark, keys_up({"Control_L", "F7"}))
    that(len(events) >= 4, "keys that came up")


def keys_up(names: set[str]) -> Any:
    def holds(events: list[Event]) -> bool:
        return names <= {event["key"] for event in of("key_release", events)}

    return holds


async def malformed(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe()
    inside = {"x": 1, "y": 1}
    click: dict[str, Any] = {"observation_id": seen.id, "point": inside, "button": "left"}
    drag: dict[str, Any] = {"observation_id": seen.id, "path": [inside, inside], "button": "left"}
    outside = {"x": seen.width, "y": 0}
    mark = bench.desktop.record.mark()
    for method, params, field in (
        ("computer.click", {**click, "modifiers": ["shift", "shift"]}, "modifiers"),
        ("computer.click", {**click, "modifiers": ["super"]}, "modifiers.0"),
        ("computer.click", {**click, "modifiers": "shift"}, "modifiers"),
        ("computer.click", {**click, "modifiers": None}, "modifiers"),
        ("computer.click", {**click, "count": 4}, "count"),
        ("computer.click", {**click, "button": "x1"}, "button"),
        ("computer.drag", {**drag, "path": [inside]}, "path"),
        ("computer.drag", {**drag, "path": [inside] * 65}, "path"),
        ("computer.drag", {**drag, "path": [inside, outside]}, "path"),
        ("computer.press_keys", {"keys": ["a"], "hold_ms": 10001}, "hold_ms"),
        ("computer.press_keys", {"keys": ["a"], "hold_ms": -1}, "hold_ms"),
        ("computer.press_keys", {"keys": ["a"], "hold_ms": 0.5}, "hold_ms"),
    ):
        refused_early(await session.call(method, params), "invalid_params", field=field)
    for params in (
        {**drag, "start": inside, "end": inside},
        {**drag, "start": inside},
        without(drag, "path"),
        {**without(drag, "path"), "start": inside},
        {**without(drag, "path"), "end": inside},
    ):
        refused_early(await session.call("computer.drag", params), "invalid_params")
    equal(bench.desktop.record.since(mark), [], "what the application saw")


async def older_session(bench: Bench) -> None:
    """A 0.1 session knows none of it."""
    session = await bench.session("0.1")
    seen = await session.observe()
    inside = {"x": 1, "y": 1}
    click: dict[str, Any] = {"observation_id": seen.id, "point": inside, "button": "left"}
    move = {"observation_id": seen.id, "point": inside}
    scroll = {**move, "delta_x": 0, "delta_y": 1, "unit": "steps"}
    drag = {"observation_id": seen.id, "start": inside, "end": inside, "button": "left"}
    region = {"x": 0, "y": 0, "width": 9, "height": 9}
    mark = bench.desktop.record.mark()
    for method, params, field in (
        ("computer.click", {**click, "modifiers": []}, "modifiers"),
        ("computer.click", {**click, "modifiers": ["shift"]}, "modifiers"),
        ("computer.click", {**click, "count": 3}, "count"),
        ("computer.click", {**click, "button": "forward"}, "button"),
        ("computer.move", {**move, "modifiers": ["shift"]}, "modifiers"),
        ("computer.scroll", {**scroll, "modifiers": ["shift"]}, "modifiers"),
        ("computer.drag", {**drag, "modifiers": ["shift"]}, "modifiers"),
        ("computer.drag", {**drag, "button": "back"}, "button"),
        ("computer.drag", {**drag, "path": [inside, inside]}, "path"),
        ("computer.press_keys", {"keys": ["a"], "hold_ms": 0}, "hold_ms"),
        ("computer.observe", {"format": "jpeg"}, "format"),
        ("computer.observe", {"format": "png"}, "format"),
        ("computer.observe", {"observation_id": seen.id}, "observation_id"),
        ("computer.observe", {"region": region}, "region"),
    ):
        answer = await session.call(method, params)
        try:
            refused_early(answer, "invalid_params", hint="never", field=field)
        except AssertionError as fault:
            raise AssertionError(f"{method} {params}: {fault}") from None
    equal(bench.desktop.record.since(mark), [], "what the application saw")


async def digests(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe()
    point = await at(bench, seen, 0.5, 0.5)
    click = {"observation_id": seen.id, "point": point, "button": "right"}
    for method, given in (
        ("computer.click", click),
        ("computer.click", {**click, "modifiers": [], "count": 1}),
        ("computer.click", {**click, "modifiers": ["shift"], "count": 3}),
        ("computer.press_keys", {"keys": ["shift"], "hold_ms": 0}),
        ("computer.observe", {"format": "jpeg", "max_dimension": 1280}),
        ("computer.observe", {"format": "webp", "max_dimension": 300}),
    ):
        operation = session.operation_id()
        params = session.params(given, operation)
        (await session.ask(method, params)).value()
        receipt = (await session.value("receipt.get", {"operation_id": operation}))["receipt"]
        expected = request_digest(NEW, method, params)
        equal(receipt["request_digest"], expected, f"request_digest of {method} {given}")


async def version_of_session(bench: Bench) -> None:
    peer = await bench.shared(NEW)
    refused_early(await peer.open(protocol_version="0.1"), "protocol_incompatible", hint="never")


CASES = (
    Case("0.100: clicks with modifiers held", modified_clicks),
    Case("0.100: move, drag and scroll with modifiers held", modified_gestures),
    Case("0.100: a triple click", triple_click),
    Case("0.100: back and forward buttons", side_buttons),
    Case("0.100: a drag along a path", path_drag),
    Case("0.100: keys held for hold_ms", held_keys),
    Case("0.100: a cancelled hold is partial and its keys are up", cancelled_hold),
    Case("0.100: malformed additions are refused and do nothing", malformed),
    Case("0.100: receipts tell our own digest", digests),
    Case("0.100: a session has the version of its connection", version_of_session),
    Case("a 0.1 session refuses every addition of 0.100", older_session),
)
