"""JSON as EIP wants it: no duplicate keys, no NaN, compact when written."""

import json
from typing import Any, NoReturn

JsonObject = dict[str, Any]


class JsonFault(ValueError):
    """The text is not the strict JSON of EIP."""


def decode(text: str) -> Any:
    """Reads one JSON value; refuses duplicate keys and NaN or Infinity."""
    try:
        return json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
    except json.JSONDecodeError as fault:
        raise JsonFault(str(fault)) from fault


def decode_object(text: str) -> JsonObject:
    value = decode(text)
    if not isinstance(value, dict):
        raise JsonFault("not an object")
    return value


def encode(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def canonical(value: Any) -> str:
    """Compact and with sorted keys."""
    return json.dumps(
        value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), sort_keys=True
    )


def _unique(pairs: list[tuple[str, Any]]) -> JsonObject:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise JsonFault("duplicate key")
    return members


def _refuse(constant: str) -> NoReturn:
    raise JsonFault(f"{constant} is not JSON")
