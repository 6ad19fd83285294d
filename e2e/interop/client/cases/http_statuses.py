"""The statuses of the HTTP carrier."""

from collections.abc import Mapping

from eip import strict_json
from eip.envelope import parse_answer
from eip.http_client import CONTROL, TRANSFER, HttpConnection, Reply
from suite.bench import Bench, initialize
from suite.case import Case
from suite.expect import equal, refused_early, that

ONLY = ("http",)
JSON = {"Content-Type": "application/json"}
DESCRIBE = b'{"jsonrpc":"2.0","id":1,"method":"device.describe","params":{}}'


async def status(
    connection: HttpConnection, verb: str, path: str, headers: Mapping[str, str], body: bytes | None
) -> Reply:
    return await connection.exchange(verb, path, headers, body)


async def unauthorized(bench: Bench) -> None:
    connection = await bench.shared_http()
    good = connection.authorization["Authorization"]
    for value in (
        None,
        "",
        "Bearer",
        "Bearer ",
        "Bearer wrong",
        good[:-1],
        good + "0",
        "Basic eDp5",
    ):
        headers = JSON if value is None else {**JSON, "Authorization": value}
        for verb, path in (("POST", CONTROL), ("POST", TRANSFER), ("DELETE", TRANSFER)):
            reply = await status(connection, verb, path, headers, DESCRIBE)
            equal(reply.status, 401, f"status with {value!r} on {verb} {path}")
            challenge = reply.headers.get("www-authenticate", "")
            that(challenge.startswith("Bearer"), f"www-authenticate {challenge!r}")
            that(b"descriptor" not in reply.body, "the device is described")


async def scheme_case(bench: Bench) -> None:
    connection = await bench.shared_http()
    token = connection.authorization["Authorization"].partition(" ")[2]
    headers = {**JSON, "Authorization": f"bearer {token}"}
    equal((await status(connection, "POST", CONTROL, headers, DESCRIBE)).status, 200, "status")


async def paths(bench: Bench) -> None:
    connection = await bench.shared_http()
    headers = {**JSON, **connection.authorization}
    for path in ("/", "/eip", "/eip/controls", "/eip/control/", "/EIP/control", "/eip/transfer/x"):
        reply = await status(connection, "POST", path, headers, DESCRIBE)
        equal(reply.status, 404, f"status of {path}")


async def verbs(bench: Bench) -> None:
    connection = await bench.shared_http()
    for path, allowed in ((CONTROL, {"POST"}), (TRANSFER, {"POST", "DELETE"})):
        for verb in {"GET", "PUT", "PATCH", "DELETE", "OPTIONS"} - allowed:
            reply = await status(connection, verb, path, connection.authorization, None)
            equal(reply.status, 405, f"status of {verb} {path}")
            named = {part.strip() for part in reply.headers.get("allow", "").split(",")}
            equal(named, allowed, f"allow of {path}")


async def media_types(bench: Bench) -> None:
    connection = await bench.shared_http()
    for content_type in ("text/plain", "application/octet-stream", "application/jsonx", None):
        headers = dict(connection.authorization)
        if content_type is not None:
            headers["Content-Type"] = content_type
        reply = await status(connection, "POST", CONTROL, headers, DESCRIBE)
        equal(reply.status, 415, f"status of {content_type}")
    coded = {**JSON, **connection.authorization, "Content-Encoding": "gzip"}
    equal(
        (await status(connection, "POST", CONTROL, coded, DESCRIBE)).status, 415, "status of gzip"
    )
    charset = {"Content-Type": "application/json; charset=utf-8", **connection.authorization}
    equal(
        (await status(connection, "POST", CONTROL, charset, DESCRIBE)).status, 200, "with charset"
    )


async def no_message(bench: Bench) -> None:
    connection = await bench.shared_http()
    headers = {**JSON, **connection.authorization}
    for body in (b"", b'{"id":"\xff"}'):
        reply = await status(connection, "POST", CONTROL, headers, body)
        equal(reply.status, 400, f"status of {body!r}")
    reply = await status(connection, "POST", CONTROL, headers, b"{")
    equal(reply.status, 200, "status of a body that is no JSON")
    refused_early(parse_answer(reply.body.decode()), "parse_error")


async def too_long(bench: Bench) -> None:
    connection = await bench.shared_http()
    headers = {**JSON, **connection.authorization}
    reply = await status(connection, "POST", CONTROL, headers, b" " * (16 * 1024 * 1024 + 1))
    equal(reply.status, 413, "status")
    longest = DESCRIBE + b" " * (16 * 1024 * 1024 - len(DESCRIBE))
    reply = await status(connection, "POST", CONTROL, headers, longest)
    equal(reply.status, 200, "status of exactly 16 MiB")


async def transfer_headers(bench: Bench) -> None:
    session = await bench.session()
    connection = await bench.shared_http()
    seen = await session.observe(max_dimension=256)
    whole = {
        **connection.authorization,
        "EIP-Session": session.id,
        "EIP-Transfer-Handle": seen.reader,
        "EIP-Transfer-Direction": "read",
    }
    for verb in ("POST", "DELETE"):
        for change, expected in (
            ({"EIP-Session": None}, 400),
            ({"EIP-Session": ""}, 400),
            ({"EIP-Transfer-Handle": None}, 400),
            ({"EIP-Transfer-Direction": None}, 400),
            ({"EIP-Transfer-Direction": "both"}, 400),
            ({"EIP-Transfer-Direction": "READ"}, 400),
            ({"EIP-Session": "session-none"}, 404),
            ({"EIP-Transfer-Handle": "screen-none"}, 404),
        ):
            merged = {**whole, **change}
            headers = {name: value for name, value in merged.items() if value is not None}
            reply = await status(connection, verb, TRANSFER, headers, None)
            equal(reply.status, expected, f"status of {verb} with {change}")
    reply = await connection.transfer("DELETE", session.id, seen.reader)
    equal(reply.status, 409, "DELETE of what is not under way")
    reply = await connection.transfer("POST", session.id, seen.reader, "write")
    equal(reply.status, 404, "status of a write")
    data = await connection.read(session.id, seen.reader)
    reply = await connection.transfer("POST", session.id, seen.reader)
    equal(reply.status, 409, "status of a second read")
    reply = await connection.transfer("DELETE", session.id, seen.reader)
    equal(reply.status, 409, "DELETE after the end")
    await session.close_reader(seen, data)
    reply = await connection.transfer("POST", session.id, seen.reader)
    equal(reply.status, 404, "status after the close")


async def answer_headers(bench: Bench) -> None:
    connection = await bench.shared_http()
    headers = {**JSON, **connection.authorization}
    body = strict_json.encode({"jsonrpc": "2.0", "id": 1, "method": "nothing", "params": {}})
    reply = await status(connection, "POST", CONTROL, headers, body.encode())
    equal(reply.status, 200, "status of a typed error")
    equal(reply.headers["content-type"].partition(";")[0], "application/json", "content-type")
    that("eip-session" not in reply.headers, "an EIP-Session header")
    refused_early(parse_answer(reply.body.decode()), "method_not_found", hint="never")


async def before_initialize(bench: Bench) -> None:
    """Transfers need an endpoint that has been introduced to as well."""
    connection = await bench.fresh()
    assert isinstance(connection, HttpConnection)
    reply = await connection.transfer("POST", "session-none", "screen-none")
    equal(reply.status, 404, "status")
    await initialize(connection, "0.1")


CASES = (
    Case("401 without the credential", unauthorized, ONLY),
    Case("the scheme Bearer is case-insensitive", scheme_case, ONLY),
    Case("404 for unknown paths", paths, ONLY),
    Case("405 with Allow for other verbs", verbs, ONLY),
    Case("415 for other media types and encodings", media_types, ONLY),
    Case("400 for a body that cannot be a message", no_message, ONLY),
    Case("413 above 16 MiB", too_long, ONLY),
    Case("400, 404 and 409 of transfers", transfer_headers, ONLY),
    Case("typed errors come as 200", answer_headers, ONLY),
    Case("404 for transfers before initialize", before_initialize, ONLY),
)
