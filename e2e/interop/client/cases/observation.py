"""Observing the desktop and reading the image."""

import asyncio
import hashlib
from datetime import datetime

from eip.data_frames import Kind
from eip.transfer import WINDOW
from suite.bench import Bench
from suite.case import DUPLEX, Case
from suite.expect import equal, refused, refused_early, that
from suite.image_size import image_size

from .inputs import at_least


async def described(bench: Bench) -> None:
    result = await (await bench.session()).value("computer.describe")
    equal(result["observe_ready"], True, "observe_ready")
    equal(result["input_ready"], True, "input_ready")
    equal(result["scroll_units"], ["steps"], "scroll_units")
    sizes = [(target["width"], target["height"]) for target in result["targets"]]
    equal(sizes, [bench.desktop.size], "sizes of the targets")


async def observed(bench: Bench) -> None:
    session = await bench.session()
    wide, high = bench.desktop.size
    for given, longest in (
        ({}, 1280),
        ({"max_dimension": 256}, 256),
        ({"max_dimension": 2048}, 2048),
    ):
        seen = await session.observe(**given)
        equal(seen.width, min(longest, wide), f"width for {given}")
        that(abs(seen.height - high * seen.width / wide) <= 1, f"height {seen.height} for {given}")
        media_type, *size = image_size(await session.image(seen))
        equal(media_type, seen.observation["mime_type"], "mime_type")
        equal(size, [seen.width, seen.height], "size of the encoded image")


async def observe_target(bench: Bench) -> None:
    session = await bench.session()
    target = (await session.value("computer.describe"))["targets"][0]["target_id"]
    seen = await session.observe(target_id=target)
    equal(seen.observation["target_id"], target, "target_id")
    answer = await session.call("computer.observe", {"target_id": "display-other"})
    refused_early(answer, "invalid_params", hint="after_refresh", field="target_id")


async def observe_refused(bench: Bench) -> None:
    session = await bench.session()
    for value in (255, 2049, 0, -1, 1280.5, "1280", None, True):
        answer = await session.call("computer.observe", {"max_dimension": value})
        refused_early(answer, "invalid_params", hint="never", field="max_dimension")
    answer = await session.call("computer.observe", {"target_id": ""})
    refused_early(answer, "invalid_params", hint="never", field="target_id")
    answer = await session.call("computer.observe", {"surprise": 1})
    refused_early(answer, "invalid_params", hint="never", field="surprise")


async def times(bench: Bench) -> None:
    session = await bench.session()
    result = await session.value("computer.observe")
    captured = moment(result["observation"]["captured_at"])
    lasting = (moment(result["expires_at"]) - captured).total_seconds()
    that(0 < lasting <= 7200, f"the reader lives for {lasting} s")


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


async def window(bench: Bench) -> None:
    """Without credit no more than eight chunks come, and each credit lets others come."""
    session = await bench.session()
    seen = await session.observe(max_dimension=2048)
    transfer = session.duplex.transfer(session.id, seen.reader)
    await transfer.attach()
    data = await transfer.take_chunk(0)
    ends = [len(data)]
    chunks = -(-seen.size // len(data))
    that(chunks > WINDOW or bench.desktop.foreign, f"only {chunks} chunks")
    for allowed in [WINDOW, *range(WINDOW + 1, chunks + 1)][:4]:
        while len(ends) < min(allowed, chunks):
            data += await transfer.take_chunk(len(data))
            ends.append(len(data))
        await session.read_another()
        equal(transfer.waiting(), 0, f"chunks beyond {len(ends)} (of {chunks})")
        await transfer.send(Kind.CREDIT, ends[allowed - WINDOW])
    await transfer.send(Kind.CREDIT, len(data))
    while (payload := await transfer.take_chunk(len(data))) != b"":
        data += payload
        await transfer.send(Kind.CREDIT, len(data))
    await session.close_reader(seen, data)


async def drained_before_end(bench: Bench) -> None:
    """END comes once the last chunk is acknowledged."""
    session = await bench.session()
    seen = await session.observe(max_dimension=256)
    transfer = session.duplex.transfer(session.id, seen.reader)
    await transfer.attach()
    data = b""
    while len(data) < seen.size:
        data += await transfer.take_chunk(len(data))
    await session.read_another()
    early = transfer.waiting()
    await transfer.send(Kind.CREDIT, len(data))
    equal(await transfer.take_chunk(len(data)), b"", "END")
    await session.close_reader(seen, data)
    equal(early, 0, "frames before the last credit")


async def closed_twice(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe(max_dimension=256)
    await session.image(seen)
    answer = await session.call("computer.close_observation", {"reader": seen.reader})
    refused_early(answer, "invalid_handle", hint="never")
    for reader in ("screen-none", "reader-1", "x"):
        answer = await session.call("computer.close_observation", {"reader": reader})
        refused_early(answer, "invalid_handle", hint="never")
    answer = await session.call("computer.close_observation", {"reader": ""})
    refused_early(answer, "invalid_params", field="reader")


async def closed_unread(bench: Bench) -> None:
    session = await bench.session()
    seen = await session.observe(max_dimension=256)
    closed = await session.value("computer.close_observation", {"reader": seen.reader})
    completion = closed["completion"]
    equal(completion["produced_bytes"], 0, "produced_bytes")
    equal(completion["digest"]["value"], hashlib.sha256().hexdigest(), "digest of nothing")


async def active_only(bench: Bench) -> None:
    session = await bench.session()
    operation = session.operation_id()
    await session.value("computer.observe", {}, operation)
    answer = await session.call("computer.observe", {}, operation)
    refused(answer, "conflict", hint="reconcile_first", operation_id=operation)


async def evicted(bench: Bench) -> None:
    session = await bench.session()
    first = await session.observe(max_dimension=256)
    second = await session.observe(max_dimension=256)
    for _ in range(15):
        result = await session.value("computer.observe", {"max_dimension": 256})
        await session.value("computer.close_observation", {"reader": result["reader"]})
    gone = {"observation_id": first.id, "point": first.point(9, 9)}
    refused_early(await session.call("computer.move", gone), "conflict", hint="after_refresh")
    kept = {"observation_id": second.id, "point": second.point(9, 9)}
    equal((await session.value("computer.move", kept))["effect"], "executed", "effect")


async def changed_pixels(bench: Bench) -> None:
    """A click that changes the window changes the next image."""
    session = await bench.session()
    seen = await session.observe()
    before = await session.image(seen)
    mark = bench.desktop.record.mark()
    point = seen.point(*bench.desktop.canvas.at(0.5, 0.5))
    click = {"observation_id": seen.id, "point": point, "button": "left"}
    await session.value("computer.click", click)
    await bench.desktop.record.until(mark, at_least(1, "painted"))
    after = await session.image(await session.observe())
    that(after != before, "the image stayed the same")


async def operations_at_once(bench: Bench) -> None:
    session = await bench.session()
    operation = session.operation_id()
    answers = await asyncio.gather(
        *(session.call("computer.observe", {}, operation) for _ in range(2))
    )
    results = [answer for answer in answers if answer.result is not None]
    equal(len(results), 1, "observations under one id")
    other = next(answer for answer in answers if answer.result is None)
    refused(other, "operation_in_progress", hint="reconcile_first")


CASES = (
    Case("computer.describe names the screen", described),
    Case("computer.observe scales to max_dimension and never up", observed),
    Case("computer.observe of a target, known and unknown", observe_target),
    Case("computer.observe refuses malformed params", observe_refused),
    Case("computer.observe says when it was and how long it lasts", times),
    Case("no more than eight chunks are unacknowledged", window, DUPLEX),
    Case("END waits for the last credit", drained_before_end, DUPLEX),
    Case("a reader closed twice, or never open, is invalid_handle", closed_twice),
    Case("a reader may be closed unread", closed_unread),
    Case("the id of a finished observation is conflict", active_only),
    Case("the id of a running observation is operation_in_progress", operations_at_once, DUPLEX),
    Case("the oldest of 17 references is gone", evicted),
    Case("the image shows what a click changed", changed_pixels),
)
