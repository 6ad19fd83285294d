"""What a case gets: daemons, connections and sessions on one carrier, and the desktop."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from eip.connection import Connection, DuplexConnection
from eip.http_client import HttpConnection
from eip.results import RESULTS
from eip.reverse_host import ReverseHost
from fixture.daemon import Daemon, start_daemon
from fixture.desktop import Desktop

from .session import Peer, Session

CLIENT = {"name": "interop-client", "version": "1.0.0"}
LASTING = ("--session-idle-timeout-ms", "600000")


@dataclass
class Bench:
    carrier: str
    command: list[str]
    desktop: Desktop
    _shared: dict[str, Peer] = field(default_factory=dict)
    _shared_daemons: list[Daemon] = field(default_factory=list)
    _fresh: list[Daemon] = field(default_factory=list)
    _sessions: list[Session] = field(default_factory=list)

    async def daemon(
        self,
        *options: str,
        host: ReverseHost | None = None,
        state: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Daemon:
        """A daemon for this case alone; `environment` joins that of the desktop."""
        daemon = await start_daemon(
            self.carrier,
            self.command,
            {**self.desktop.environment, **(environment or {})},
            *options,
            host=host,
            state=state,
        )
        self._fresh.append(daemon)
        return daemon

    async def fresh(self, *options: str) -> Connection:
        """A connection of a daemon of its own, not initialized."""
        return await (await self.daemon(*options)).connect()

    async def fresh_duplex(self, *options: str) -> DuplexConnection:
        return await (await self.daemon(*options)).duplex()

    async def shared(self, version: str = "0.1") -> Peer:
        """An initialized connection that the cases of this carrier share."""
        if version not in self._shared:
            daemon = await start_daemon(
                self.carrier, self.command, self.desktop.environment, *LASTING
            )
            self._shared_daemons.append(daemon)
            self._shared[version] = await initialize(await daemon.connect(), version)
        return self._shared[version]

    async def shared_http(self) -> HttpConnection:
        connection = (await self.shared()).connection
        assert isinstance(connection, HttpConnection)
        return connection

    async def session(self, version: str = "0.1", peer: Peer | None = None) -> Session:
        """A ready session, closed with the case."""
        return await (await self.unready(version, peer)).ready()

    async def unready(self, version: str = "0.1", peer: Peer | None = None) -> Session:
        chosen = peer or await self.shared(version)
        answer = await chosen.open()
        result = answer.value()
        RESULTS["session.open"](result, "session.open")
        session = Session(chosen, result["descriptor"])
        if peer is None:
            self._sessions.append(session)
        return session

    async def end_case(self, failed: bool) -> None:
        """After a failure the shared daemons go as well: nothing of it may reach the next case."""
        sessions, self._sessions = self._sessions, []
        for daemon in self._fresh:
            await daemon.stop()
        self._fresh.clear()
        if failed:
            await self.close()
            return
        for session in sessions:
            await session.connection.ask("session.close", {}, session.id)

    async def close(self) -> None:
        for daemon in self._shared_daemons:
            await daemon.stop()
        self._shared.clear()
        self._shared_daemons.clear()
        self._sessions.clear()


async def initialize(connection: Connection, *versions: str) -> Peer:
    params: dict[str, Any] = {"supported_protocol_versions": list(versions), "client": CLIENT}
    result = (await connection.ask("initialize", params)).value()
    RESULTS["initialize"](result, "initialize")
    return Peer(connection, result["protocol_version"], result["descriptor"])
