"""A session as a case uses it."""

import hashlib
import itertools
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from eip.connection import Connection, DuplexConnection
from eip.envelope import Answer
from eip.results import RESULTS, observe_0_100

from .expect import equal


@dataclass(frozen=True)
class Peer:
    """An initialized connection."""

    connection: Connection
    version: str
    descriptor: dict[str, Any]

    async def open(self, **changes: Any) -> Answer:
        """Asks for a session; a change to None leaves the member out."""
        params = {
            "expected_device_id": self.descriptor["device_id"],
            "expected_generation": self.descriptor["generation"],
            "protocol_version": self.version,
            **changes,
        }
        given = {name: value for name, value in params.items() if value is not None}
        return await self.connection.ask("session.open", given)


@dataclass(frozen=True)
class Observed:
    """One observation of the whole screen, `across` device pixels wide."""

    id: str
    width: int
    height: int
    reader: str
    size: int
    across: int
    observation: dict[str, Any]

    def point(self, x: int, y: int) -> dict[str, int]:
        """The image's pixel that shows this device pixel."""
        return {"x": x * self.width // self.across, "y": y * self.width // self.across}

    def shows(self, point: dict[str, int], x: int, y: int) -> bool:
        """Whether the device pixel lies in the image's pixel."""
        return self.point(x, y) == point


class Session:
    def __init__(self, peer: Peer, descriptor: dict[str, Any]) -> None:
        self.peer = peer
        self.connection = peer.connection
        self.descriptor = descriptor
        self.id: str = descriptor["session_id"]
        self._numbers = itertools.count(1)

    @property
    def duplex(self) -> DuplexConnection:
        """The connection, where data frames travel."""
        if not isinstance(self.connection, DuplexConnection):
            raise RuntimeError("this carrier has no data frames")
        return self.connection

    def operation_id(self) -> str:
        return f"op-{next(self._numbers)}-{uuid4().hex[:8]}"

    def params(self, params: dict[str, Any], operation: str, **context: Any) -> dict[str, Any]:
        return {"context": {"operation_id": operation, **context}, **params}

    async def call(
        self, method: str, params: dict[str, Any] | None = None, operation: str | None = None
    ) -> Answer:
        whole = self.params(params or {}, operation or self.operation_id())
        return await self.ask(method, whole)

    async def ask(self, method: str, params: dict[str, Any]) -> Answer:
        """With these params and no context but theirs."""
        answer = await self.connection.ask(method, params, self.id)
        equal(answer.session, self.id, f"eip_session of {answer.text:.300}")
        if answer.result is not None:
            self._check(method, answer.result)
        return answer

    async def value(
        self, method: str, params: dict[str, Any] | None = None, operation: str | None = None
    ) -> dict[str, Any]:
        return (await self.call(method, params, operation)).value()

    async def ready(self) -> "Session":
        equal((await self.value("environment.readiness"))["ready"], True, "ready")
        return self

    async def observe(self, **params: Any) -> Observed:
        described = await self.value("computer.describe")
        result = await self.value("computer.observe", params)
        observation = result["observation"]
        across = next(
            target["width"]
            for target in described["targets"]
            if target["target_id"] == observation["target_id"]
        )
        return Observed(
            id=observation["observation_id"],
            width=observation["width"],
            height=observation["height"],
            reader=result["reader"],
            size=result["size_bytes"],
            across=across,
            observation=observation,
        )

    async def image(self, observed: Observed) -> bytes:
        """The image to its end, verified and closed."""
        data = await self.connection.read(self.id, observed.reader)
        await self.close_reader(observed, data)
        return data

    async def read_another(self) -> None:
        """Another image from capture to close: what was to be sent before it has come by then."""
        await self.image(await self.observe(max_dimension=256))

    async def close_reader(self, observed: Observed, data: bytes) -> None:
        closed = await self.value("computer.close_observation", {"reader": observed.reader})
        completion = closed["completion"]
        equal(len(data), observed.size, "bytes of the image")
        equal(completion["produced_bytes"], len(data), "produced_bytes")
        equal(completion["digest"]["value"], hashlib.sha256(data).hexdigest(), "digest")

    def _check(self, method: str, result: dict[str, Any]) -> None:
        if method == "computer.observe" and self.peer.version == "0.100":
            observe_0_100(result, method)
        else:
            RESULTS[method](result, method)
