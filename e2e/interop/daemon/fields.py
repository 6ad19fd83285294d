"""Checks of members, and objects made of them: each check gives the value back or refuses it by the member's path."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from refusal import Refusal

Check = Callable[[object, str], object]
U32, I32, U64, I64 = (0, 2**32 - 1), (-(2**31), 2**31 - 1), (0, 2**64 - 1), (-(2**63), 2**63 - 1)
REQUIRED = object()
ABSENT = object()


def refuse(path: str, message: str) -> Refusal:
    return Refusal("invalid_params", f"{path} {message}", field=path)


@dataclass(frozen=True)
class Member:
    check: Check
    default: object = REQUIRED


@dataclass(frozen=True)
class Shape:
    """An object with exactly these members."""

    members: dict[str, Member] = field(default_factory=dict)

    def __call__(self, value: object, path: str = "") -> dict[str, object]:
        if not isinstance(value, dict):
            raise refuse(path or "params", "is not an object")
        prefix = f"{path}." if path else ""
        for name in value:
            if name not in self.members:
                raise refuse(prefix + name, "is unknown")
        parsed = {}
        for name, member in self.members.items():
            if name in value:
                parsed[name] = member.check(value[name], prefix + name)
            elif member.default is REQUIRED:
                raise refuse(prefix + name, "is missing")
            elif member.default is not ABSENT:
                parsed[name] = member.default
        return parsed

    def spelled_out(self, value: dict[str, object]) -> list[str]:
        """The members that are written although they equal their default; canonical encoding omits them."""
        return [n for n, m in self.members.items() if n in value and same(value[n], m.default)]

    def without_defaults(self, parsed: dict[str, object]) -> dict[str, object]:
        return {n: v for n, v in parsed.items() if not same(v, self.members[n].default)}


def same(first: object, second: object) -> bool:
    """Equality that does not take True for 1."""
    return type(first) is type(second) and first == second


def text(value: object, path: str) -> str:
    if not isinstance(value, str):
        raise refuse(path, "is not a string")
    return value


def identifier(value: object, path: str) -> str:
    if text(value, path) == "":
        raise refuse(path, "is empty")
    return str(value)


def operation_id(value: object, path: str) -> str:
    if len(identifier(value, path)) > 128:
        raise refuse(path, "is longer than 128 characters")
    return str(value)


def version(value: object, path: str) -> str:
    if re.fullmatch(r"0\.[1-9][0-9]*|[1-9][0-9]*\.[0-9]+", text(value, path)) is None:
        raise refuse(path, "is no protocol version")
    return str(value)


def absolute_path(value: object, path: str) -> str:
    name = text(value, path)
    parts = name[1:].split("/")
    if not name.startswith("/") or "\0" in name or (name != "/" and any(p in ("", ".", "..") for p in parts)):
        raise refuse(path, "is no canonical absolute path")
    return name


def integer(least: int, most: int) -> Check:
    def check(value: object, path: str) -> int:
        if not isinstance(value, int) or isinstance(value, bool):
            raise refuse(path, "is not an integer")
        if not least <= value <= most:
            raise refuse(path, f"is not within {least}..{most}")
        return value

    return check


def one_of(*allowed: str) -> Check:
    def check(value: object, path: str) -> str:
        if not isinstance(value, str) or value not in allowed:
            raise refuse(path, f"is none of {', '.join(allowed)}")
        return value

    return check


def list_of(item: Check, least: int = 0, most: int = 4096) -> Check:
    def check(value: object, path: str) -> list[object]:
        if not isinstance(value, list) or not least <= len(value) <= most:
            raise refuse(path, f"is no list of {least} to {most}")
        return [item(entry, f"{path}.{index}") for index, entry in enumerate(value)]

    return check


def utf8_text(least: int, most: int) -> Check:
    def check(value: object, path: str) -> str:
        if not least <= len(text(value, path).encode()) <= most:
            raise refuse(path, f"is not {least} to {most} bytes long")
        return str(value)

    return check
