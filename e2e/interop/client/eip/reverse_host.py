"""A Host for reverse WebSocket: one port answers pairing and takes the sockets of daemons."""

import asyncio
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Any

from websockets.http11 import Request, Response
from websockets.server import ServerConnection
from websockets.typing import Subprotocol

from . import pairing, strict_json
from .web_socket import WebSocketCarrier

SUBPROTOCOL = "eip.v1"
MAX_MESSAGE = 16 * 1024 * 1024
HEAD_SECONDS = 10.0


@dataclass
class PairRequest:
    credential: str
    body: dict[str, Any]
    headers: dict[str, str]


@dataclass
class Upgrade:
    path: str
    headers: dict[str, str]
    status: int


@dataclass
class ReverseHost:
    """What it answers to daemons.

    `approve_after` polls are answered with pending. `refusal` is the status of every upgrade.
    `more_headers` join a 101 or a refusal, and `first_text` goes out in one packet with a 101.
    """

    approve_after: int = 0
    refusal: int | None = None
    subprotocol: str | None = SUBPROTOCOL
    more_headers: dict[str, str] = field(default_factory=dict)
    first_text: str | None = None
    pair_requests: list[PairRequest] = field(default_factory=list)
    upgrades: list[Upgrade] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    _sockets: "asyncio.Queue[WebSocketCarrier]" = field(default_factory=asyncio.Queue)
    _server: asyncio.Server | None = None
    _origin: str = ""

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        port = self._server.sockets[0].getsockname()[1]
        self._origin = f"http://127.0.0.1:{port}"

    @property
    def origin(self) -> str:
        return self._origin

    async def accept(self, seconds: float) -> WebSocketCarrier:
        return await asyncio.wait_for(self._sockets.get(), seconds)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        while not self._sockets.empty():
            await self._sockets.get_nowait().cut()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HEAD_SECONDS)
            if head.startswith(b"POST /api/envd/pair HTTP/1.1\r\n"):
                await self._pair(head, reader, writer)
            elif head.startswith(b"GET "):
                await self._upgrade(head, reader, writer)
            else:
                _respond(writer, "404 Not Found", {})
        except (ConnectionError, TimeoutError, asyncio.IncompleteReadError):
            writer.close()

    async def _pair(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        headers = _headers(head)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        bearer = pairing.CREDENTIAL.fullmatch(headers.get("authorization", ""))
        if bearer is None:
            self.faults.append(f"pairing with authorization of another form: {head!r}")
            _respond(writer, "401 Unauthorized", {"code": "device_authentication_failed"})
            return
        fields = strict_json.decode_object(body.decode())
        if set(fields) != {"device_id", "name"}:
            self.faults.append(f"pairing body {fields}")
        credential = bearer.group(1)
        self.pair_requests.append(PairRequest(credential, fields, headers))
        if len(self.pair_requests) <= self.approve_after:
            _respond(writer, "200 OK", pairing.pending(credential, fields, self._origin))
        else:
            _respond(writer, "200 OK", pairing.approved(credential, self._origin))

    async def _upgrade(
        self, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        subprotocols = [Subprotocol(self.subprotocol)] if self.subprotocol else None
        protocol = ServerConnection(subprotocols=subprotocols, max_size=MAX_MESSAGE)
        protocol.receive_data(head)
        requests = [event for event in protocol.events_received() if isinstance(event, Request)]
        if requests == []:
            self.faults.append(f"not a WebSocket handshake: {head!r}")
            writer.close()
            return
        response = self._answer(protocol, requests[0])
        for name, value in self.more_headers.items():
            response.headers[name] = value
        protocol.send_response(response)
        if response.status_code == 101 and self.first_text is not None:
            protocol.send_text(self.first_text.encode())
        self.upgrades.append(Upgrade(requests[0].path, _headers(head), response.status_code))
        writer.write(b"".join(protocol.data_to_send()))
        await writer.drain()
        if response.status_code == 101:
            self._sockets.put_nowait(WebSocketCarrier(protocol, requests[0], reader, writer))
        else:
            writer.close()

    def _answer(self, protocol: ServerConnection, request: Request) -> Response:
        if self.refusal is not None:
            return protocol.reject(HTTPStatus(self.refusal), "refused\n")
        known = {pairing.derive(pair.credential).resource_id for pair in self.pair_requests}
        credentials = {f"Bearer {pair.credential}" for pair in self.pair_requests}
        path_known = request.path in {f"/api/devices/{resource}/connect" for resource in known}
        if not path_known or request.headers.get("Authorization") not in credentials:
            self.faults.append(f"upgrade of {request.path} with another credential")
            return protocol.reject(HTTPStatus.UNAUTHORIZED, "unknown device\n")
        return protocol.accept(request)


def _headers(head: bytes) -> dict[str, str]:
    lines = head.decode("latin-1").split("\r\n")[1:-2]
    pairs = [line.partition(":") for line in lines]
    return {name.lower(): value.strip() for name, _, value in pairs}


def _respond(writer: asyncio.StreamWriter, status: str, body: dict[str, Any]) -> None:
    data = strict_json.encode(body).encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(data)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n"
    )
    writer.write(head.encode() + data)
    writer.close()
