"""The Host's side of pairing: what is derived from a credential, and the two answers."""

import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

CREDENTIAL = re.compile(r"Bearer ([0-9a-f]{64})")


@dataclass(frozen=True)
class Derived:
    pairing_id: str
    verification_code: str
    resource_id: str


def derive(credential: str) -> Derived:
    digest = hashlib.sha256(credential.encode()).hexdigest()
    code = digest[24:32].upper()
    return Derived(
        pairing_id=f"pair-{digest[:24]}",
        verification_code=f"{code[:4]}-{code[4:]}",
        resource_id=f"device-{digest[:24]}",
    )


def pending(credential: str, body: dict[str, Any], origin: str) -> dict[str, Any]:
    derived = derive(credential)
    expires = datetime.now(UTC) + timedelta(minutes=10)
    return {
        "status": "pending",
        "challenge": {
            "device_id": body["device_id"],
            "name": body["name"],
            "pairing_id": derived.pairing_id,
            "verification_code": derived.verification_code,
            "expires_at": expires.strftime("%Y-%m-%dT%H:%M:%SZ"),
        },
        "approval_url": f"{origin}/settings/environments",
        "poll_after_seconds": 2,
    }


def approved(credential: str, origin: str) -> dict[str, Any]:
    resource = derive(credential).resource_id
    websocket = origin.replace("http", "ws", 1)
    return {
        "status": "approved",
        "resource_id": resource,
        "websocket_url": f"{websocket}/api/devices/{resource}/connect",
    }
