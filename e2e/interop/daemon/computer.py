"""The nine computer methods on the imagined desktop. Everything is checked before anything is done."""

import asyncio
import hashlib
import time

import methods
import picture
from ledger import Operation
from refusal import Refusal
from session import REFERENCE_SECONDS, Handler, Params, Session
from timestamps import stamp
from transfer import Reader

TARGET = "painted-display"
DRAG_STEP_SECONDS = 0.02
SECONDS_A_CHARACTER = 0.002
BOUNDS = {"pixels": 10_000, "steps": 100}
Spot = tuple[int, int]


async def describe(_session: Session, _operation: Operation, _params: Params) -> Params:
    display = {"target_id": TARGET, "name": "Painted display", "width": picture.WIDTH, "height": picture.HEIGHT}
    return {"targets": [display], "observe_ready": True, "input_ready": True, "scroll_units": ["pixels", "steps"]}


async def observe(session: Session, operation: Operation, params: Params) -> Params:
    device = session.device
    if params.get("target_id", TARGET) != TARGET:
        raise Refusal("invalid_params", "There is no such display.", "after_refresh", field="target_id")
    size = picture.fit(int(str(params["max_dimension"])))
    operation.dispatched()
    async with device.desktop.capture:
        desktop = device.desktop
        data = await asyncio.to_thread(picture.draw, desktop.field_clicks, list(desktop.spots), size)
    handle = device.new_name("screen")
    fault = device.faults.take("break-transfer")
    session.readers[handle] = Reader(session.id, handle, data, fault)
    reference = session.remember(size)
    device.record.write(
        "image",
        observation_id=reference,
        sha256=hashlib.sha256(data).hexdigest(),
        size_bytes=len(data),
        width=size[0],
        height=size[1],
    )
    return {
        "observation": {
            "observation_id": reference,
            "target_id": TARGET,
            "width": size[0],
            "height": size[1],
            "mime_type": "image/png",
            "captured_at": stamp(),
        },
        "reader": handle,
        "size_bytes": len(data) + (fault == "size"),
        "expires_at": stamp(REFERENCE_SECONDS),
    }


async def close_observation(session: Session, _operation: Operation, params: Params) -> Params:
    reader = session.readers.pop(str(params["reader"]), None)
    if reader is None:
        raise Refusal("invalid_handle", "There is no such reader.", handle_kind="reader")
    reader.stop("cancelled")
    return {"completion": reader.completion(session.device.faults.take("lie-digest") is not None)}


async def click(session: Session, operation: Operation, params: Params) -> Params:
    spot = on_display(session, params, "point")
    begin(session, operation, params, at=spot)
    if picture.is_in_field(*spot):
        session.device.desktop.field_clicks += int(str(params["count"]))
    session.device.desktop.spots.append(spot)
    return await done(session, operation)


async def move(session: Session, operation: Operation, params: Params) -> Params:
    begin(session, operation, params, at=on_display(session, params, "point"))
    return await done(session, operation)


async def drag(session: Session, operation: Operation, params: Params) -> Params:
    start, end = on_display(session, params, "start"), on_display(session, params, "end")
    began, seconds = time.monotonic(), int(str(params["duration_ms"])) / 1000
    begin(session, operation, params, at=start, to=end)
    is_past_middle = False
    while (passed := time.monotonic() - began) < seconds:
        if passed > seconds / 2 and not is_past_middle:
            is_past_middle = True
            strike(session, operation)
        if await interrupted_within(operation, DRAG_STEP_SECONDS):
            break
    session.device.desktop.spots.append(end)
    return await done(session, operation)


async def scroll(session: Session, operation: Operation, params: Params) -> Params:
    unit = str(params.get("unit", "pixels"))
    for name in ("delta_x", "delta_y"):
        if abs(int(str(params[name]))) > BOUNDS[unit]:
            raise Refusal("invalid_params", f"{name} is more than {BOUNDS[unit]} {unit}.", field=name)
    begin(session, operation, params, at=on_display(session, params, "point"))
    return await done(session, operation)


async def type_text(session: Session, operation: Operation, params: Params) -> Params:
    begin(session, operation, params)
    await interrupted_within(operation, SECONDS_A_CHARACTER * len(str(params["text"])))
    return await done(session, operation)


async def press_keys(session: Session, operation: Operation, params: Params) -> Params:
    keys = params["keys"]
    assert isinstance(keys, list)
    if len(set(keys)) < len(keys):
        raise Refusal("invalid_params", "A key stands twice.", field="keys")
    begin(session, operation, params)
    return await done(session, operation)


def on_display(session: Session, params: Params, name: str) -> Spot:
    """The pixel of the display under the middle of the image's pixel."""
    width, height = session.reference(params["observation_id"]).size
    point = params[name]
    assert isinstance(point, dict)
    x, y = point["x"], point["y"]
    if x >= width or y >= height:
        raise Refusal("invalid_params", f"{name} is outside of the image.", field=name)
    return (2 * x + 1) * picture.WIDTH // (2 * width), (2 * y + 1) * picture.HEIGHT // (2 * height)


def begin(session: Session, operation: Operation, params: Params, **spots: Spot) -> None:
    """From here on something happens."""
    operation.dispatched()
    asked = {name: value for name, value in params.items() if name != "context"}
    session.device.record.write(
        "input", method=operation.method, operation_id=operation.id, session=session.id, params=asked, **spots
    )


async def done(session: Session, operation: Operation) -> Params:
    if operation.method != "computer.drag":
        strike(session, operation)
        # A socket that was just cut is noticed by the loop, not here.
        await asyncio.sleep(0)
    effect = "partial" if operation.interrupted.is_set() else "executed"
    operation.finish(operation.reason or "succeeded")
    session.device.record.write("input_end", operation_id=operation.id, effect=effect)
    return {
        "receipt": operation.receipt(session.names()),
        "effect": effect,
        "input_cleanup_complete": True,
    }


def strike(session: Session, operation: Operation) -> None:
    """What is to go wrong in the middle of this input."""
    connection, faults = session.connection, session.device.faults
    if connection is None:
        return
    if faults.take("cut-during", operation.method) is not None:
        connection.cut()
    if faults.take("dial-again-during", operation.method) is not None:
        connection.dial_again()


async def interrupted_within(operation: Operation, seconds: float) -> bool:
    try:
        await asyncio.wait_for(operation.interrupted.wait(), seconds)
    except TimeoutError:
        return False
    return True


HANDLERS: dict[str, Handler] = {
    "computer.describe": describe,
    "computer.observe": observe,
    "computer.close_observation": close_observation,
    "computer.click": click,
    "computer.move": move,
    "computer.drag": drag,
    "computer.scroll": scroll,
    "computer.type_text": type_text,
    "computer.press_keys": press_keys,
}
assert set(methods.INPUTS) < set(HANDLERS)
