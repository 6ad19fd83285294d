"""What inputs refuse, and that nothing happens then."""

from typing import Any

from suite.bench import Bench
from suite.case import Case
from suite.expect import equal, refused_early
from suite.session import Observed, Session

Params = dict[str, Any]


async def every(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe()
    mark = bench.desktop.record.mark()
    for method, params, field in malformed(seen):
        answer = await session.call(method, params)
        try:
            refused_early(answer, "invalid_params", hint="never", field=field)
        except AssertionError as fault:
            raise AssertionError(f"{method} {params}: {fault}") from None
    equal(bench.desktop.record.since(mark), [], "what the application saw")


def malformed(seen: Observed) -> list[tuple[str, Params, str]]:
    inside = {"x": 1, "y": 1}
    click: Params = {"observation_id": seen.id, "point": inside, "button": "left"}
    drag: Params = {
        "observation_id": seen.id,
        "start": inside,
        "end": {"x": 5, "y": 5},
        "button": "left",
    }
    scroll: Params = {
        "observation_id": seen.id,
        "point": inside,
        "delta_x": 0,
        "delta_y": 1,
        "unit": "steps",
    }
    return [
        *(("computer.click", {**click, **change}, field) for change, field in clicks(seen)),
        *(("computer.drag", {**drag, **change}, field) for change, field in drags(seen)),
        *(("computer.scroll", {**scroll, **change}, field) for change, field in scrolls()),
        *(("computer.press_keys", {"keys": keys}, field) for keys, field in chords()),
        ("computer.click", without(click, "button"), "button"),
        ("computer.drag", without(drag, "button"), "button"),
        ("computer.drag", without(drag, "end"), "end"),
        ("computer.scroll", without(scroll, "delta_x"), "delta_x"),
        ("computer.scroll", without(scroll, "delta_y"), "delta_y"),
        ("computer.move", {"observation_id": seen.id}, "point"),
        ("computer.move", {"point": inside}, "observation_id"),
    ]


def clicks(seen: Observed) -> list[tuple[Params, str]]:
    return [
        ({"point": {"x": seen.width, "y": 0}}, "point"),
        ({"point": {"x": 0, "y": seen.height}}, "point"),
        ({"point": {"x": 2**32 - 1, "y": 0}}, "point"),
        ({"point": {"x": -1, "y": 0}}, "point.x"),
        ({"point": {"x": 2**32, "y": 0}}, "point.x"),
        ({"point": {"x": 1.5, "y": 0}}, "point.x"),
        ({"point": {"x": "1", "y": 0}}, "point.x"),
        ({"point": {"x": 1}}, "point.y"),
        ({"point": {"x": 1, "y": 1, "z": 1}}, "point.z"),
        ({"point": [1, 1]}, "point"),
        ({"button": "back"}, "button"),
        ({"button": 1}, "button"),
        ({"count": 0}, "count"),
        ({"count": 3}, "count"),
        ({"count": True}, "count"),
        ({"observation_id": ""}, "observation_id"),
        ({"observation_id": None}, "observation_id"),
        ({"modifiers": ["shift"]}, "modifiers"),
        ({"surprise": 1}, "surprise"),
    ]


def drags(seen: Observed) -> list[tuple[Params, str]]:
    return [
        ({"end": {"x": seen.width, "y": 0}}, "end"),
        ({"start": {"x": 0, "y": seen.height}}, "start"),
        ({"duration_ms": 99}, "duration_ms"),
        ({"duration_ms": 3001}, "duration_ms"),
        ({"duration_ms": 500.5}, "duration_ms"),
    ]


def scrolls() -> list[tuple[Params, str]]:
    return [
        ({"delta_y": 101}, "delta_y"),
        ({"delta_x": -101}, "delta_x"),
        ({"delta_y": 2**31}, "delta_y"),
        ({"delta_y": 0.5}, "delta_y"),
        ({"unit": "lines"}, "unit"),
        ({"unit": "pixels", "delta_y": 10001}, "delta_y"),
    ]


def chords() -> list[tuple[Any, str]]:
    return [
        ([], "keys"),
        (["a"] * 9, "keys"),
        ("a", "keys"),
        (None, "keys"),
        (["A"], "keys.0"),
        (["control", "nosuch"], "keys.1"),
        ([""], "keys.0"),
        ([1], "keys.0"),
    ]


def without(params: Params, member: str) -> Params:
    return {name: value for name, value in params.items() if name != member}


async def contexts(bench: Bench) -> None:
    session = await bench.session()
    for context in (
        None,
        {},
        {"operation_id": ""},
        {"operation_id": "x" * 129},
        {"operation_id": 7},
        {"operation_id": "op", "timeout_ms": 0},
        {"operation_id": "op", "timeout_ms": "5"},
        {"operation_id": "op", "deadline": 1},
    ):
        params = {} if context is None else {"context": context}
        answer = await session.ask("environment.describe", params)
        refused_early(answer, "invalid_params", hint="never")
    await longest_ids(session)


async def longest_ids(session: Session) -> None:
    """128 characters are characters of Unicode, not bytes or UTF-16 units."""
    for name in ("x" * 128, "é" * 128, "\U0001f600" * 128):
        context = {"operation_id": name, "timeout_ms": 2**53 + 1}
        (await session.ask("environment.describe", {"context": context})).value()


async def unknown_reference(bench: Bench) -> None:
    session = await bench.session()
    mark = bench.desktop.record.mark()
    click = {"observation_id": "obs-none", "point": {"x": 1, "y": 1}, "button": "left"}
    answer = await session.call("computer.click", click)
    refused_early(answer, "conflict", hint="after_refresh")
    equal(bench.desktop.record.since(mark), [], "what the application saw")


CASES = (
    Case("malformed inputs are refused by field and do nothing", every),
    Case("malformed contexts are refused", contexts),
    Case("an unknown observation is conflict", unknown_reference),
)
