"""JSON as EIP wants it: no duplicate keys, no NaN, no half of a surrogate pair."""

import json


class BadJson(ValueError):
    """The text is not one JSON value as the wire allows it."""


def parse(text: str) -> object:
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse_constant)
        # A lone surrogate survives json.loads but is no Unicode text.
        json.dumps(value, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError) as error:
        raise BadJson(str(error)) from error
    return value


def encode(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def canonical(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True, allow_nan=False)


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise BadJson("an object has the same key twice")
    return members


def _refuse_constant(name: str) -> object:
    raise BadJson(f"{name} is no JSON number")
