"""The inputs, as the application has seen them."""

from collections.abc import Callable
from typing import Any

from fixture.record import Event, presses, releases
from suite.bench import Bench
from suite.case import Case
from suite.expect import equal, refused_early, that
from suite.session import Observed, Session

BUTTONS = {"left": 1, "middle": 2, "right": 3}
LEFT_DOWN = 0x100
LAST_KEY = "F9"
WHEEL = {"up": 4, "down": 5, "left": 6, "right": 7}


def executed(result: dict[str, Any], method: str) -> None:
    equal(result["effect"], "executed", "effect")
    equal(result["input_cleanup_complete"], True, "input_cleanup_complete")
    equal(result["receipt"]["method"], method, "method of the receipt")
    equal(result["receipt"]["stage"], "completed", "stage of the receipt")
    equal(result["receipt"]["outcome"], "succeeded", "outcome of the receipt")


async def at(bench: Bench, seen: Observed, across: float, down: float) -> dict[str, int]:
    return seen.point(*bench.desktop.canvas.at(across, down))


def hit(seen: Observed, event: Event, point: dict[str, int]) -> None:
    that(
        seen.shows(point, event["x"], event["y"]),
        f"the event at {event['x']},{event['y']} is not in the image's pixel {point}",
    )


async def clicked(bench: Bench) -> None:
    session = await bench.session()
    for longest in (1280, 2048, 500):
        seen = await session.observe(max_dimension=longest)
        for index, (button, number) in enumerate(BUTTONS.items()):
            point = await at(bench, seen, 0.11 + 0.3 * index, 0.37)
            mark = bench.desktop.record.mark()
            click = {"observation_id": seen.id, "point": point, "button": button}
            executed(await session.value("computer.click", click), "computer.click")
            events = await bench.desktop.record.until(mark, lambda seen: len(releases(seen)) == 1)
            press, release = presses(events), releases(events)
            equal([event["button"] for event in press + release], [number] * 2, "buttons")
            hit(seen, press[0], point)
            hit(seen, release[0], point)


async def double_clicked(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe()
    point = await at(bench, seen, 0.5, 0.5)
    mark = bench.desktop.record.mark()
    click = {"observation_id": seen.id, "point": point, "button": "left", "count": 2}
    executed(await session.value("computer.click", click), "computer.click")
    events = await bench.desktop.record.until(mark, lambda seen: len(releases(seen)) == 2)
    order = [event["type"] for event in events if event["type"] in ("press", "release")]
    equal(order, ["press", "release"] * 2, "order of a double click")


async def moved(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe()
    for across in (0.2, 0.8):
        point = await at(bench, seen, across, 0.6)
        mark = bench.desktop.record.mark()
        move = {"observation_id": seen.id, "point": point}
        executed(await session.value("computer.move", move), "computer.move")
        events = await bench.desktop.record.until(
            mark, lambda events: any(event["type"] == "motion" for event in events)
        )
        hit(seen, [event for event in events if event["type"] == "motion"][-1], point)
        equal(presses(events), [], "presses during a move")


async def dragged(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe()
    start, end = await at(bench, seen, 0.2, 0.3), await at(bench, seen, 0.8, 0.7)
    mark = bench.desktop.record.mark()
    drag = {
        "observation_id": seen.id,
        "start": start,
        "end": end,
        "button": "left",
        "duration_ms": 400,
    }
    executed(await session.value("computer.drag", drag), "computer.drag")
    events = await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)
    hit(seen, presses(events)[0], start)
    hit(seen, releases(events)[0], end)
    between = [
        event for event in events if event["type"] == "motion" and event["state"] & LEFT_DOWN
    ]
    that(len(between) >= 5, f"only {len(between)} motions with the button held")


async def scrolled(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe()
    point = await at(bench, seen, 0.4, 0.4)
    for delta, direction in (
        ((0, 3), "down"),
        ((0, -2), "up"),
        ((2, 0), "right"),
        ((-1, 0), "left"),
    ):
        steps = abs(sum(delta))
        mark = bench.desktop.record.mark()
        scroll = {
            "observation_id": seen.id,
            "point": point,
            "delta_x": delta[0],
            "delta_y": delta[1],
            "unit": "steps",
        }
        executed(await session.value("computer.scroll", scroll), "computer.scroll")
        wheel = WHEEL[direction]
        events = await bench.desktop.record.until(mark, at_least(steps, "release"))
        equal([event["button"] for event in presses(events)], [wheel] * steps, direction)
        hit(seen, presses(events)[0], point)


async def scroll_units(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe()
    scroll = {"observation_id": seen.id, "point": seen.point(9, 9), "delta_x": 0, "delta_y": 3}
    for unit in ({}, {"unit": "pixels"}):
        answer = await session.call("computer.scroll", {**scroll, **unit})
        refused_early(answer, "unsupported", safe_detail="computer_scroll_steps_required")


async def pressed(bench: Bench) -> None:
    session = await bench.session()
    await focus(bench, session)
    for keys, expected in (
        (["a"], ["a"]),
        (["f5"], ["F5"]),
        (["shift", "a"], ["Shift_L", "A"]),
        (["control", "alt", "page_up"], ["Control_L", "Alt_L", "Prior"]),
    ):
        mark = bench.desktop.record.mark()
        result = await session.value("computer.press_keys", {"keys": keys})
        executed(result, "computer.press_keys")
        events = await bench.desktop.record.until(mark, at_least(len(expected), "key_release"))
        equal([event["key"] for event in of("key_press", events)], expected, f"keys of {keys}")


async def focus(bench: Bench, session: Session) -> None:
    seen = await session.observe()
    point = await at(bench, seen, 0.5, 0.5)
    mark = bench.desktop.record.mark()
    click = {"observation_id": seen.id, "point": point, "button": "left"}
    await session.value("computer.click", click)
    await bench.desktop.record.until(mark, lambda events: len(releases(events)) == 1)


async def seen_before_key(bench: Bench, session: Session, mark: int) -> list[Event]:
    """What the application saw before a key that is pressed now; inputs arrive in their order."""
    await session.value("computer.press_keys", {"keys": [LAST_KEY.lower()]})

    def released(events: list[Event]) -> bool:
        return any(event["key"] == LAST_KEY for event in of("key_release", events))

    events = await bench.desktop.record.until(mark, released)
    keys = [event.get("key") for event in events]
    return events[: keys.index(LAST_KEY)]


def at_least(number: int, kind: str) -> Callable[[list[Event]], bool]:
    return lambda events: len(of(kind, events)) >= number


def of(kind: str, events: list[Event]) -> list[Event]:
    return [event for event in events if event["type"] == kind]


async def text_not_served(bench: Bench) -> None:
    session = await bench.session()
    that(
        "computer.type_text" not in session.descriptor["available_methods"],
        "type_text is offered on X11",
    )
    answer = await session.call("computer.type_text", {"text": "hello"})
    refused_early(answer, "method_not_found", hint="never")


CASES = (
    Case("clicks arrive with their button at the image's pixel", clicked),
    Case("a double click is two presses and releases", double_clicked),
    Case("moves arrive at the image's pixel", moved),
    Case("a drag goes from start to end with the button held", dragged),
    Case("scrolling steps in each direction", scrolled),
    Case("scrolling by pixels asks for steps", scroll_units),
    Case("chords of keys arrive", pressed),
    Case("type_text is not served on X11", text_not_served),
)
