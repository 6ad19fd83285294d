"""The device as a whole: what it says of itself, its sessions, and the desktop that they share."""

import asyncio
import os
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import methods
from faults import Faults
from fields import U64
from record import Record
from refusal import Refusal

if TYPE_CHECKING:
    from connection import Connection
    from session import Session

MAX_SESSIONS = 128
LIMITS = {
    "max_request_bytes": 16 * 2**20,
    "max_response_bytes": 16 * 2**20,
    "max_concurrent_operations": 256,
    "max_processes": 1,
    "max_operation_duration_ms": 86_400_000,
    "max_output_preview_bytes": 65_536,
    "max_output_bytes_per_stream": 2**20,
    "max_transfer_frame_bytes": 2**20,
    "max_concurrent_file_transfers": 64,
    "max_file_transfer_bytes": 2**30,
    "max_file_bytes": 2**30,
}
AVAILABLE = list(methods.PARAMS)


@dataclass(frozen=True)
class Settings:
    device_id: str
    name: str
    directory: str
    idle_ms: int
    grace_ms: int
    chunk_bytes: int
    slow_chunks_ms: int


@dataclass
class Desktop:
    field_clicks: int = 0
    spots: list[tuple[int, int]] = field(default_factory=list)
    capture: asyncio.Lock = field(default_factory=asyncio.Lock)


class Device:
    def __init__(self, settings: Settings, faults: Faults, record: Record) -> None:
        self.settings = settings
        self.faults = faults
        self.record = record
        self.desktop = Desktop()
        self.sessions: dict[str, "Session"] = {}
        self.generation = U64[1] if "generation" in faults.announce_u64_max else 7

    def descriptor(self) -> dict[str, object]:
        return {
            "device_id": self.settings.device_id,
            "generation": self.generation,
            "display_name": self.settings.name,
            "path_style": "posix",
            "default_working_directory": self.settings.directory,
            "directory_discovery": True,
            "available_methods": AVAILABLE,
            **self.shared(),
        }

    def shared(self) -> dict[str, object]:
        """What the descriptors of the device and of its sessions have in common."""
        parts = self.faults.announce_u64_max
        return {
            "limits": dict.fromkeys(LIMITS, U64[1]) if "limits" in parts else LIMITS,
            "lifecycle": self.lifecycle(),
            "boundary": {
                "identity": {"uid": os.getuid(), "gid": os.getgid()},
                "sandbox": {"mode": "disabled"},
                "egress": "inherit",
                "privilege_gain_blocked": False,
                "backend": "native",
                "policy_digest": "5" * 64,
            },
        }

    def lifecycle(self) -> dict[str, int]:
        own = {"idle_timeout_ms": self.settings.idle_ms, "disconnect_grace_ms": self.settings.grace_ms}
        return dict.fromkeys(own, U64[1]) if "lifecycle" in self.faults.announce_u64_max else own

    def expect(self, params: dict[str, object]) -> None:
        """That the Host means this device, and this life of it."""
        if params["expected_device_id"] != self.settings.device_id:
            raise Refusal("not_found_or_denied", "This is another device.", field="expected_device_id")
        if params["expected_generation"] != self.generation:
            raise Refusal(
                "stale_generation", "This life of the device is over.", "after_refresh",
                field="expected_generation", generation=self.generation,
            )

    def new_name(self, kind: str) -> str:
        return f"{kind}-{secrets.token_hex(8)}"

    def lost(self, connection: "Connection") -> None:
        for session in list(self.sessions.values()):
            if session.connection is connection:
                session.detach()

    def close(self) -> None:
        for session in list(self.sessions.values()):
            session.close()
