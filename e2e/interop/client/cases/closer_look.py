"""Observations of version 0.100: region, format, pointer, changed."""

from typing import Any

from fixture.record import presses
from suite.bench import Bench
from suite.case import Case
from suite.expect import equal, refused_early, that
from suite.image_size import image_size
from suite.png import read_png
from suite.session import Observed, Session

from .inputs import at_least

NEW = "0.100"
CANVAS_COLOURS = ("#20407f", "#f0c040")


def region_of(x: int, y: int, width: int, height: int) -> dict[str, int]:
    return {"x": x, "y": y, "width": width, "height": height}


def captured(start: int, length: int, across: int, image: int) -> tuple[int, int]:
    """First device pixel and number of them that a region of an image covers."""
    first = start * across // image
    return first, -(-(start + length) * across // image) - first


async def zoomed(bench: Bench) -> None:
    """A closer image of the middle of the canvas, and a click on one of its pixels."""
    session = await bench.session(NEW)
    parent = await session.observe(max_dimension=512)
    centre = parent.point(*bench.desktop.canvas.at(0.5, 0.5))
    region = region_of(centre["x"] - 20, centre["y"] - 10, 41, 23)
    seen = await session.observe(observation_id=parent.id, region=region, format="png")
    wide, high = bench.desktop.size
    left, width = captured(region["x"], 41, wide, parent.width)
    top, height = captured(region["y"], 23, high, parent.height)
    equal((seen.width, seen.height), (width, height), "size, in device pixels")
    picture = read_png(await session.image(seen))
    equal((picture.width, picture.height), (width, height), "size of the encoded image")
    that(picture.at(0, 0) in CANVAS_COLOURS, f"colour {picture.at(0, 0)}")
    point = {"x": 3, "y": height - 2}
    mark = bench.desktop.record.mark()
    click = {"observation_id": seen.id, "point": point, "button": "right"}
    await session.value("computer.click", click)
    events = await bench.desktop.record.until(mark, at_least(1, "release"))
    press = presses(events)[0]
    equal((press["x"], press["y"]), (left + 3, top + height - 2), "place of the click")


async def zoomed_twice(bench: Bench) -> None:
    session = await bench.session(NEW)
    whole = await session.observe(max_dimension=2048)
    x, y = bench.desktop.canvas.x, bench.desktop.canvas.y
    start = whole.point(x, y)
    region = region_of(start["x"], start["y"], 600, 300)
    middle = await session.observe(observation_id=whole.id, region=region, max_dimension=300)
    equal(middle.width, 300, "width of the first look")
    inner = await session.observe(observation_id=middle.id, region=region_of(100, 50, 10, 10))
    scale = bench.desktop.size[0] / whole.width
    expected = captured(100, 10, round(600 * scale), 300)[1]
    that(abs(inner.width - expected) <= 1, f"width {inner.width}, expected {expected}")
    mark = bench.desktop.record.mark()
    click = {"observation_id": inner.id, "point": {"x": 0, "y": 0}, "button": "right"}
    await session.value("computer.click", click)
    press = presses(await bench.desktop.record.until(mark, at_least(1, "release")))[0]
    near = (x + round(200 * scale), y + round(100 * scale))
    that(
        abs(press["x"] - near[0]) <= 2 and abs(press["y"] - near[1]) <= 2,
        f"click at {press['x']},{press['y']}, expected near {near}",
    )


async def region_edges(bench: Bench) -> None:
    session = await bench.session(NEW)
    parent = await session.observe(max_dimension=500)
    last = region_of(parent.width - 1, parent.height - 1, 1, 1)
    corner = await session.observe(observation_id=parent.id, region=last)
    that(corner.width >= 1 and corner.height >= 1, "no corner")
    everything = region_of(0, 0, parent.width, parent.height)
    whole = await session.observe(observation_id=parent.id, region=everything, max_dimension=2048)
    equal((whole.width, whole.height), bench.desktop.size, "size of the whole")


async def region_refused(bench: Bench) -> None:
    session = await bench.session(NEW)
    parent = await session.observe(max_dimension=400)
    inside = region_of(0, 0, 5, 5)
    for region in (
        region_of(0, 0, parent.width + 1, 1),
        region_of(parent.width, 0, 1, 1),
        region_of(0, parent.height - 1, 1, 2),
        region_of(2**32 - 1, 0, 2**32 - 1, 1),
    ):
        answer = await observe(session, observation_id=parent.id, region=region)
        refused_early(answer, "invalid_params", hint="never", field="region")
    malformed: tuple[tuple[Any, str], ...] = (
        (region_of(0, 0, 0, 1), "region.width"),
        (region_of(0, 0, 1, 0), "region.height"),
        (region_of(-1, 0, 1, 1), "region.x"),
        ({"x": 0, "y": 0, "width": 1}, "region.height"),
        ({**inside, "z": 1}, "region.z"),
        (None, "region"),
    )
    for region, field in malformed:
        answer = await observe(session, observation_id=parent.id, region=region)
        refused_early(answer, "invalid_params", hint="never", field=field)
    target = parent.observation["target_id"]
    for params in (
        {"region": inside},
        {"observation_id": parent.id},
        {"observation_id": parent.id, "region": inside, "target_id": target},
    ):
        refused_early(await observe(session, **params), "invalid_params", hint="never")
    answer = await observe(session, observation_id="observation-none", region=inside)
    refused_early(answer, "conflict", hint="after_refresh", field="observation_id")


async def observe(session: Session, **params: Any) -> Any:
    return await session.call("computer.observe", params)


async def formats(bench: Bench) -> None:
    session = await bench.session(NEW)
    for name in ("jpeg", "png", "webp"):
        seen = await session.observe(max_dimension=320, format=name)
        media_type, *size = image_size(await session.image(seen))
        equal(media_type, f"image/{name}", f"kind of {name}")
        equal(seen.observation["mime_type"], f"image/{name}", f"mime_type of {name}")
        equal(size, [seen.width, seen.height], f"size of {name}")
    for value in ("gif", "JPEG", "image/png", 1, None):
        answer = await observe(session, format=value)
        refused_early(answer, "invalid_params", hint="never", field="format")


async def too_large(bench: Bench) -> None:
    """A screen of noise has no lossless image of 4 MiB; the next observation works again."""
    if bench.desktop.foreign:
        return
    session = await bench.session(NEW)
    answer = await observe(session, max_dimension=2048, format="png")
    refused_early(answer, "quota_exceeded", hint="never", field="format")
    await session.image(await session.observe(max_dimension=256, format="png"))


async def pointer(bench: Bench) -> None:
    session = await bench.session(NEW)
    seen = await session.observe(max_dimension=1000)
    point = await move_to(bench, session, seen, 0.25)
    there = await session.observe(max_dimension=1000)
    equal(there.observation.get("pointer"), point, "pointer")
    region = region_of(0, 0, 20, 20)
    away = await session.observe(observation_id=there.id, region=region)
    that("pointer" not in away.observation, "a pointer outside of the image")
    around = region_of(point["x"] - 5, point["y"] - 5, 11, 11)
    close = await session.observe(observation_id=there.id, region=around)
    inside = close.observation.get("pointer")
    assert inside is not None, "no pointer in the closer image"
    that(0 <= inside["x"] < close.width and 0 <= inside["y"] < close.height, f"pointer {inside}")


async def move_to(bench: Bench, session: Session, seen: Observed, across: float) -> dict[str, int]:
    point = seen.point(*bench.desktop.canvas.at(across, 0.5))
    await session.value("computer.move", {"observation_id": seen.id, "point": point})
    return point


async def fetched(session: Session, **params: Any) -> Observed:
    """Only an image that the Host has is compared with later."""
    seen = await session.observe(**params)
    await session.image(seen)
    return seen


async def changed(bench: Bench) -> None:
    session = await bench.session(NEW)
    first = await fetched(session)
    that("changed" not in first.observation, "changed without a previous observation")
    same = await fetched(session)
    equal(same.observation.get("changed"), 0, "changed of the same picture")
    other_size = await fetched(session, max_dimension=600)
    that("changed" not in other_size.observation, "changed against another size")
    mark = bench.desktop.record.mark()
    point = same.point(*bench.desktop.canvas.at(0.5, 0.5))
    click = {"observation_id": same.id, "point": point, "button": "left"}
    await session.value("computer.click", click)
    await bench.desktop.record.until(mark, at_least(1, "painted"))
    after = await fetched(session)
    canvas, (wide, high) = bench.desktop.canvas, bench.desktop.size
    share = canvas.width * canvas.height / (wide * high)
    ratio = after.observation.get("changed")
    assert ratio is not None, "no changed"
    that(abs(ratio - share) < 0.02, f"changed {ratio}, expected {share:.4f}")
    that(round(ratio, 4) == ratio, f"more than four decimals: {ratio}")


CASES = (
    Case("0.100: a region is seen in the screen's own pixels, and clicked", zoomed),
    Case("0.100: a region of a region", zoomed_twice),
    Case("0.100: regions at the edges", region_edges),
    Case("0.100: regions that are refused", region_refused),
    Case("0.100: jpeg, png and webp", formats),
    Case("0.100: an image above 4 MiB is quota_exceeded", too_large),
    Case("0.100: where the pointer is", pointer),
    Case("0.100: what share has changed", changed),
)
