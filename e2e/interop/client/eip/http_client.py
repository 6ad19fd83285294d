"""The HTTP carrier: one exchange a request, one exchange a transfer."""

import asyncio
import http.client
from collections.abc import Mapping
from dataclasses import dataclass

from .connection import DEFAULT_SECONDS, Connection
from .envelope import Answer, RequestId, parse_answer
from .errors import ProtocolFault

CONTROL = "/eip/control"
TRANSFER = "/eip/transfer"


@dataclass(frozen=True)
class Reply:
    status: int
    headers: Mapping[str, str]
    body: bytes
    whole: bool


class HttpConnection(Connection):
    def __init__(self, host: str, port: int, credential: str) -> None:
        super().__init__()
        self.host = host
        self.port = port
        self.authorization = {"Authorization": f"Bearer {credential}"}

    async def exchange(
        self, verb: str, path: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> Reply:
        """Any exchange at all, with these headers and no others but the usual."""
        return await asyncio.to_thread(self._exchange, verb, path, headers, body)

    async def ask_text(self, text: str, answer_id: RequestId | None) -> Answer:
        answer = await self.ask_raw(text)
        if answer.id != answer_id:
            raise ProtocolFault(f"answer to {answer.id!r}, asked {answer_id!r}")
        return answer

    async def ask_raw(self, text: str) -> Answer:
        headers = {**self.authorization, "Content-Type": "application/json"}
        reply = await self.exchange("POST", CONTROL, headers, text.encode())
        content_type = reply.headers.get("content-type", "")
        if reply.status != 200 or content_type.partition(";")[0] != "application/json":
            raise ProtocolFault(f"{reply.status} {content_type}: {reply.body[:200]!r}")
        return parse_answer(reply.body.decode())

    async def transfer(
        self, verb: str, session: str, handle: str, direction: str = "read"
    ) -> Reply:
        headers = {
            **self.authorization,
            "EIP-Session": session,
            "EIP-Transfer-Handle": handle,
            "EIP-Transfer-Direction": direction,
        }
        if direction == "write":
            headers["Content-Type"] = "application/octet-stream"
        return await self.exchange(verb, TRANSFER, headers)

    async def read(self, session: str, handle: str) -> bytes:
        reply = await self.transfer("POST", session, handle)
        if reply.status != 200 or not reply.whole:
            raise ProtocolFault(f"transfer: {reply.status}, whole {reply.whole}")
        if reply.headers.get("content-type") != "application/octet-stream":
            raise ProtocolFault(f"transfer of type {reply.headers.get('content-type')}")
        return reply.body

    async def close(self) -> None:
        return None

    def _exchange(
        self, verb: str, path: str, headers: Mapping[str, str], body: bytes | None
    ) -> Reply:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=DEFAULT_SECONDS)
        try:
            connection.request(verb, path, body=body, headers=dict(headers))
            response = connection.getresponse()
            known = {name.lower(): value for name, value in response.getheaders()}
            try:
                return Reply(response.status, known, response.read(), True)
            except http.client.IncompleteRead as cut:
                return Reply(response.status, known, cut.partial, False)
        except (OSError, http.client.HTTPException) as fault:
            raise ProtocolFault(f"{verb} {path}: {type(fault).__name__} {fault}") from fault
        finally:
            connection.close()
