"""The methods of EIP 0.1: their names, the params of those served here, and what a ledger keeps of them."""

from fields import (
    ABSENT, I32, U32, U64, Member, Shape, absolute_path, identifier, integer, list_of, one_of, operation_id, text,
    utf8_text, version,
)

KNOWN = frozenset(
    """initialize device.describe directory.list session.open session.attach session.keepalive session.close
    environment.readiness environment.describe operation.cancel receipt.get computer.describe computer.observe
    computer.close_observation computer.click computer.move computer.drag computer.scroll computer.type_text
    computer.press_keys file.stat file.read_text file.open_reader file.close_reader file.open_writer
    file.commit_writer file.abort_writer file.list file.find file.search file.write_text file.mkdir
    file.patch_text file.copy file.move file.remove shell.exec process.start process.inspect process.wait
    process.write_stdin process.close_stdin process.signal process.kill process.release output.read
    output.release port.inspect port.wait egress.update""".split()
)
DEVICE_METHODS = frozenset(["initialize", "device.describe", "directory.list", "session.open"])
LIFECYCLE_METHODS = frozenset(["session.attach", "session.keepalive", "session.close"])
RECONCILIATION = frozenset(["operation.cancel", "receipt.get"])
INPUTS = (
    "computer.click", "computer.move", "computer.drag", "computer.scroll", "computer.type_text",
    "computer.press_keys",
)
KEYS = frozenset(
    [*"abcdefghijklmnopqrstuvwxyz0123456789`-=[]\\;',./"]
    + "enter tab space backspace escape delete meta shift alt control home end page_up page_down".split()
    + ["left", "right", "up", "down"]
    + [f"f{number}" for number in range(1, 13)]
)

positive = integer(1, U64[1])
point = Shape({"x": Member(integer(*U32)), "y": Member(integer(*U32))})
button = Member(one_of("left", "right", "middle"))
context = Member(
    Shape({"operation_id": Member(operation_id), "timeout_ms": Member(positive, ABSENT)})
)
device = {"expected_device_id": Member(identifier), "expected_generation": Member(positive)}
observed = {"context": context, "observation_id": Member(identifier)}

PARAMS: dict[str, Shape] = {
    "initialize": Shape(
        {
            "supported_protocol_versions": Member(list_of(version, 1)),
            "client": Member(Shape({"name": Member(text), "version": Member(text)})),
            "expected_device_id": Member(identifier, ABSENT),
        }
    ),
    "device.describe": Shape(),
    "directory.list": Shape(
        {
            **device,
            "path": Member(absolute_path),
            "offset": Member(integer(*U64), 0),
            "limit": Member(positive),
        }
    ),
    "session.open": Shape(
        {
            **device,
            "protocol_version": Member(version),
            "working_directory": Member(absolute_path, ABSENT),
            "required_methods": Member(list_of(identifier), []),
            "egress": Member(lambda value, _: value, ABSENT),
        }
    ),
    "session.attach": Shape(),
    "session.keepalive": Shape(),
    "session.close": Shape(),
    "environment.readiness": Shape({"context": context}),
    "environment.describe": Shape({"context": context}),
    "operation.cancel": Shape({"context": context, "target_operation_id": Member(operation_id)}),
    "receipt.get": Shape({"context": context, "operation_id": Member(operation_id)}),
    "computer.describe": Shape({"context": context}),
    "computer.observe": Shape(
        {
            "context": context,
            "target_id": Member(identifier, ABSENT),
            "max_dimension": Member(integer(256, 2048), 1280),
        }
    ),
    "computer.close_observation": Shape({"context": context, "reader": Member(identifier)}),
    "computer.click": Shape(
        {**observed, "point": Member(point), "button": button, "count": Member(integer(1, 2), 1)}
    ),
    "computer.move": Shape({**observed, "point": Member(point)}),
    "computer.drag": Shape(
        {
            **observed,
            "start": Member(point),
            "end": Member(point),
            "button": button,
            "duration_ms": Member(integer(100, 3000), 500),
        }
    ),
    "computer.scroll": Shape(
        {
            **observed,
            "point": Member(point),
            "delta_x": Member(integer(*I32)),
            "delta_y": Member(integer(*I32)),
            "unit": Member(one_of("pixels", "steps"), ABSENT),
        }
    ),
    "computer.type_text": Shape({"context": context, "text": Member(utf8_text(1, 16384))}),
    "computer.press_keys": Shape({"context": context, "keys": Member(list_of(one_of(*KEYS), 1, 8))}),
}
