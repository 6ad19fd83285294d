"""Pairing: a credential of the daemon's own, and the same question again and again until the owner has decided."""

import asyncio
import hashlib
import json
import os
import secrets
import sys
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path

MAX_REPLY_BYTES = 65_536
MAX_SECONDS = 600
LOOPBACK = ("127.0.0.1", "localhost", "::1")


class Fatal(Exception):
    """There is no use in trying again."""


@dataclass(frozen=True)
class Identity:
    device_id: str
    credential: str

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.credential.encode()).hexdigest()


def load_identity(state: Path) -> Identity:
    """That of an earlier run, else a new one, which is on disk before anybody hears of it."""
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    device_id = _keep(state / "device-id", lambda: f"python-{secrets.token_hex(8)}")
    return Identity(device_id, _keep(state / "credential", lambda: secrets.token_hex(32)))


async def pair(origin: str, identity: Identity, name: str) -> str:
    """Gives the address of the socket; raises Fatal when the owner does not want this device."""
    check_origin(origin)
    waited, told = 0.0, False
    while waited < MAX_SECONDS:
        answer = await asyncio.to_thread(_ask, origin, identity, name)
        if answer["status"] == "approved":
            check_approval(answer, origin, identity)
            return answer["websocket_url"]
        if not told:
            check_challenge(answer["challenge"], identity, name)
            say(f"Verification code: {answer['challenge']['verification_code']}")
            say(f"Approve it at: {answer['approval_url']}")
            told = True
        pause = min(10.0, max(1.0, float(answer["poll_after_seconds"])))
        await asyncio.sleep(pause)
        waited += pause
    raise Fatal("Nobody approved this device in time.")


def check_origin(origin: str) -> None:
    url = urllib.parse.urlsplit(origin)
    if url.scheme not in ("http", "https") or (url.scheme == "http" and url.hostname not in LOOPBACK):
        raise Fatal("Plain HTTP is for loopback only.")


def check_challenge(challenge: dict[str, str], identity: Identity, name: str) -> None:
    code = identity.digest[24:32].upper()
    wanted = {
        "device_id": identity.device_id,
        "name": name,
        "pairing_id": f"pair-{identity.digest[:24]}",
        "verification_code": f"{code[:4]}-{code[4:]}",
    }
    if {member: challenge.get(member) for member in wanted} != wanted or set(challenge) != {*wanted, "expires_at"}:
        raise Fatal(f"The Host answered another challenge: {challenge}")


def check_approval(answer: dict[str, str], origin: str, identity: Identity) -> None:
    own, url = urllib.parse.urlsplit(origin), urllib.parse.urlsplit(answer["websocket_url"])
    resource = f"device-{identity.digest[:24]}"
    if set(answer) != {"status", "resource_id", "websocket_url"} or answer["resource_id"] != resource:
        raise Fatal(f"The Host approved something else: {answer}")
    if (url.netloc, url.scheme) != (own.netloc, own.scheme.replace("http", "ws")):
        raise Fatal("The socket is on another host, port or without TLS.")
    if url.path != f"/api/devices/{resource}/connect" or url.query or url.fragment:
        raise Fatal("The socket is not where sockets are.")


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: object, **_named: object) -> None:
        return None


def _ask(origin: str, identity: Identity, name: str) -> dict:
    request = urllib.request.Request(
        f"{origin}/api/envd/pair",
        json.dumps({"device_id": identity.device_id, "name": name}).encode(),
        {"authorization": f"Bearer {identity.credential}", "content-type": "application/json"},
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)
    try:
        with opener.open(request, timeout=10) as reply:
            body = reply.read(MAX_REPLY_BYTES + 1)
    except urllib.error.HTTPError as error:
        said = error.read(MAX_REPLY_BYTES).decode(errors="replace")
        raise Fatal(f"The Host refused the pairing with {error.code}: {said}") from error
    except OSError as error:
        raise Fatal(f"The Host cannot be reached: {error}") from error
    if len(body) > MAX_REPLY_BYTES:
        raise Fatal("The Host's answer is too large.")
    return json.loads(body)


def _keep(path: Path, create) -> str:
    if path.exists():
        return path.read_text().strip()
    partial = path.with_suffix(f".{os.getpid()}")
    descriptor = os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    value = create()
    with os.fdopen(descriptor, "w") as file:
        file.write(value)
    partial.rename(path)
    return value
