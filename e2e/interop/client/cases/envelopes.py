"""Control messages that are none, or that say something else than they should."""

import asyncio
from typing import Any

from suite.bench import Bench
from suite.case import DUPLEX, Case
from suite.expect import equal, refused_early, that

DESCRIBE = '"method":"device.describe","params":{}'
TEXTS = (
    "{",
    "",
    " ",
    "nonsense",
    '{"jsonrpc":"2.0","id":1,"method":"device.describe","params":{}',
    '{"jsonrpc":"2.0","id":1,"method":"device.describe","params":{}}}',
    '{"jsonrpc":"2.0","id":1,"id":1,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":1,"i\\u0064":1,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":1,"method":"device.describe","params":{"a":1,"a":1}}',
    '{"jsonrpc":"2.0","id":1,"method":"device.describe","params":{"a":[{"b":1,"b":2}]}}',
    '{"jsonrpc":"2.0","id":1,"other":{"b":1,"b":2},' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":1,"__proto__":{},' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":NaN,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":01,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":+1,' + DESCRIBE + "}",
    "{'jsonrpc':'2.0'}",
    '{"jsonrpc":"2.0","id":1,' + DESCRIBE + ",}",
    '{"jsonrpc":"2.0","id":"\\ud800",' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":"a\tb",' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":"\\x41",' + DESCRIBE + "}",
    '/**/{"jsonrpc":"2.0","id":1,' + DESCRIBE + "}",
    "[" * 65 + "]" * 65,
    '{"jsonrpc":"2.0","id":1,"other":' + "[" * 64 + "]" * 64 + "," + DESCRIBE + "}",
    "\ufeff" + '{"jsonrpc":"2.0","id":1,' + DESCRIBE + "}",
)
NO_ID = (
    "[]",
    '[{"jsonrpc":"2.0","id":1,' + DESCRIBE + "}]",
    "null",
    "1",
    '"text"',
    "{}",
    '{"jsonrpc":"2.0",' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":null,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":true,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":1.5,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":1.0,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":1e2,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":[1],' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":{},' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":9223372036854775808,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":-9223372036854775809,' + DESCRIBE + "}",
)
WITH_ID = (
    '{"jsonrpc":"2.0","id":7,"result":{}}',
    '{"id":7,' + DESCRIBE + "}",
    '{"jsonrpc":"1.0","id":7,' + DESCRIBE + "}",
    '{"jsonrpc":2.0,"id":7,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":7,"params":{}}',
    '{"jsonrpc":"2.0","id":7,"method":7,"params":{}}',
    '{"jsonrpc":"2.0","id":7,"method":"device.describe"}',
    '{"jsonrpc":"2.0","id":7,"method":"device.describe","params":[]}',
    '{"jsonrpc":"2.0","id":7,"method":"device.describe","params":null}',
    '{"jsonrpc":"2.0","id":7,"eip_other":1,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":7,"eip_":1,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":7,"eip_session":"",' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":7,"eip_session":7,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":7,"eip_session":null,' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":7,"eip_session":"session-1",' + DESCRIBE + "}",
    '{"jsonrpc":"2.0","id":7,"method":"session.keepalive","params":{}}',
    '{"jsonrpc":"2.0","id":7,"method":"environment.describe",'
    '"params":{"context":{"operation_id":"op"}}}',
)
IDS: tuple[str | int, ...] = (0, -1, 2**53 + 1, 2**63 - 1, -(2**63), "", "7", "é\n\U0001f600")


async def check(bench: Bench, texts: tuple[str, ...], error_type: str, answered: Any) -> None:
    connection = (await bench.shared()).connection
    for text in texts:
        answer = await connection.ask_raw(text)
        try:
            refused_early(answer, error_type, hint="never")
            equal(answer.id, answered, "id")
        except AssertionError as fault:
            raise AssertionError(f"{text}: {fault}") from None
    (await connection.ask("device.describe")).value()


async def no_json(bench: Bench) -> None:
    empty_is_no_body = bench.carrier == "http"
    texts = tuple(text for text in TEXTS if text != "" or not empty_is_no_body)
    await check(bench, texts, "parse_error", None)


async def no_envelope(bench: Bench) -> None:
    await check(bench, NO_ID, "invalid_request", None)


async def wrong_envelope(bench: Bench) -> None:
    await check(bench, WITH_ID, "invalid_request", 7)


async def ids(bench: Bench) -> None:
    connection = (await bench.shared()).connection
    for request_id in IDS:
        answer = await connection.ask("device.describe", {}, None, request_id)
        equal(answer.id, request_id, "id")
    answer = await connection.ask("device.describe", {"x": 1}, None, 2**63 - 1)
    equal(answer.id, 2**63 - 1, "id of an error")


async def unknown_members(bench: Bench) -> None:
    connection = (await bench.shared()).connection
    text = '{"trace":{"a":[1.5e3]},"jsonrpc":"2.0","id":5,"Eip_x":1,' + DESCRIBE + "}"
    (await connection.ask_text(text, 5)).value()
    spaced = '\n{ "params" : { } ,\t"method":"device.describe", "id" : 6, "jsonrpc":"2.0" }\r\n'
    (await connection.ask_text(spaced, 6)).value()
    escaped = '{"jsonrpc":"2.0","\\u0069d":8,"method":"device\\u002edescribe","params":{}}'
    (await connection.ask_text(escaped, 8)).value()


async def unknown_methods(bench: Bench) -> None:
    session = await bench.session()
    for method in ("no.such.method", "", "Initialize", "device.describe ", "toString"):
        answer = await session.connection.ask(method, {})
        refused_early(answer, "method_not_found", hint="never")
    for method in ("file.stat", "shell.exec", "process.start", "port.inspect", "output.read"):
        answer = await session.call(method, {})
        refused_early(answer, "method_not_found", hint="never")


async def numbers(bench: Bench) -> None:
    """Faults of numbers in params are faults of params, also far beyond a double."""
    session = await bench.session()
    before = '{"jsonrpc":"2.0","id":5,"eip_session":"' + session.id + '",'
    method = '"method":"environment.describe","params":{"context":{"operation_id":"'
    for number in ("18446744073709551616", "1e3", "1.0", "-0.0", "1" * 400, "1e999", "-1", "0"):
        text = f'{before}{method}n{number[:9]}","timeout_ms":{number}}}}}}}'
        answer = await session.connection.ask_text(text, 5)
        try:
            refused_early(answer, "invalid_params", hint="never", field="context.timeout_ms")
        except AssertionError as fault:
            raise AssertionError(f"timeout_ms {number:.30}: {fault}") from None
    largest = "18446744073709551615"
    text = f'{before}{method}largest","timeout_ms":{largest}}}}}}}'
    (await session.connection.ask_text(text, 5)).value()


async def long_message(bench: Bench) -> None:
    connection = (await bench.shared()).connection
    padding = '{"pad":"' + "x" * (4 * 1024 * 1024) + '","jsonrpc":"2.0","id":5,' + DESCRIBE + "}"
    (await connection.ask_text(padding, 5)).value()


async def many_at_once(bench: Bench) -> None:
    connection = (await bench.shared()).connection
    answers = await asyncio.gather(*(connection.ask("device.describe") for _ in range(600)))
    for answer in answers:
        if answer.error is not None:
            refused_early(answer, "busy", hint="after_capacity")
    that(sum(answer.error is None for answer in answers) >= 128, "not even 128 were served")
    (await connection.ask("device.describe")).value()


CASES = (
    Case("what is no strict JSON is parse_error", no_json),
    Case("what has no usable id is invalid_request with id null", no_envelope),
    Case("a wrong envelope is invalid_request with its id", wrong_envelope),
    Case("every id comes back as it was", ids),
    Case("unknown members of the envelope are ignored", unknown_members),
    Case("unknown and unserved methods are method_not_found", unknown_methods),
    Case("numbers that are no u64 are invalid_params", numbers),
    Case("a control message of 4 MiB is read", long_message),
    Case("600 requests at once are each answered or busy", many_at_once, DUPLEX),
)
