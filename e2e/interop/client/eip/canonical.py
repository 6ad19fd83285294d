"""The request digest, as the protocol document defines it."""

import hashlib
from typing import Any

from .strict_json import canonical

DEFAULTS: dict[str, dict[str, Any]] = {
    "computer.observe": {"max_dimension": 1280, "format": "jpeg"},
    "computer.click": {"count": 1, "modifiers": []},
    "computer.move": {"modifiers": []},
    "computer.drag": {"duration_ms": 500, "modifiers": []},
    "computer.scroll": {"modifiers": []},
    "computer.press_keys": {"keys": [], "hold_ms": 0},
}
"""Of the top-level params; no deeper member of the served methods has a default."""


def request_digest(version: str, method: str, params: dict[str, Any]) -> str:
    return hashlib.sha256(canonical_text(version, method, params).encode()).hexdigest()


def canonical_text(version: str, method: str, params: dict[str, Any]) -> str:
    defaults = DEFAULTS.get(method, {})
    kept = {name: value for name, value in params.items() if defaults.get(name) != value}
    context = kept.pop("context", {})
    others = {
        name: value for name, value in context.items() if name not in ("operation_id", "timeout_ms")
    }
    if others:
        kept["context"] = others
    return canonical({"method": method, "params": kept, "protocol_version": version})
