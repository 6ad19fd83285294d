"""Small checks that compose: what a member of a result may be."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from .errors import ProtocolFault

Check = Callable[[Any, str], None]

MAX_U64 = 2**64 - 1
MAX_U32 = 2**32 - 1
TIMESTAMP = re.compile(
    r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3]):[0-5]\d:[0-5]\d"
    r"(\.(\d{3}|\d{6}|\d{9}))?Z"
)


def fail(path: str, value: Any, wanted: str) -> None:
    raise ProtocolFault(f"{path} is {value!r:.200}, not {wanted}")


def integer(low: int, high: int) -> Check:
    def check(value: Any, path: str) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            fail(path, value, f"an integer {low}..{high}")

    return check


def text(pattern: str, longest: int = 65536) -> Check:
    compiled = re.compile(pattern, re.DOTALL)

    def check(value: Any, path: str) -> None:
        if not isinstance(value, str) or len(value) > longest or not compiled.fullmatch(value):
            fail(path, value, f"text like {pattern}")

    return check


def one_of(*choices: str) -> Check:
    def check(value: Any, path: str) -> None:
        if value not in choices:
            fail(path, value, f"one of {choices}")

    return check


def boolean(value: Any, path: str) -> None:
    if not isinstance(value, bool):
        fail(path, value, "a boolean")


def just(expected: Any) -> Check:
    def check(value: Any, path: str) -> None:
        if value is not expected:
            fail(path, value, repr(expected))

    return check


def timestamp(value: Any, path: str) -> None:
    """Shortest fraction of 0, 3, 6 or 9 digits that holds the value."""
    if not isinstance(value, str) or not TIMESTAMP.fullmatch(value):
        fail(path, value, "a timestamp")
    fraction = value[20:-1] if "." in value else ""
    if fraction.endswith("000"):
        fail(path, value, "of the shortest fraction")


def ratio(value: Any, path: str) -> None:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        fail(path, value, "a number 0..1")


def list_of(member: Check) -> Check:
    def check(value: Any, path: str) -> None:
        if not isinstance(value, list):
            fail(path, value, "a list")
        for index, element in enumerate(value):
            member(element, f"{path}[{index}]")

    return check


def record(
    required: Mapping[str, Check],
    optional: Mapping[str, Check] | None = None,
    defaulted: Mapping[str, tuple[Check, Any]] | None = None,
) -> Check:
    """Members that are optional are never null; one equal to its default is absent."""
    optional, defaulted = optional or {}, defaulted or {}

    def check(value: Any, path: str) -> None:
        if not isinstance(value, dict):
            fail(path, value, "an object")
        missing = set(required) - set(value)
        extra = set(value) - set(required) - set(optional) - set(defaulted)
        if missing or extra:
            fail(path, sorted(value), f"whole (missing {sorted(missing)}, extra {sorted(extra)})")
        for name, member in value.items():
            inner = f"{path}.{name}"
            if name in defaulted:
                checked, default = defaulted[name]
                checked(member, inner)
                if member == default:
                    fail(inner, member, "omitted though it is the default")
            else:
                (required.get(name) or optional[name])(member, inner)

    return check


identifier = text(r".+")
u64 = integer(0, MAX_U64)
positive = integer(1, MAX_U64)
u32 = integer(0, MAX_U32)
i32 = integer(-(2**31), 2**31 - 1)
sha256 = text(r"[0-9a-f]{64}")
path_text = text(r"/|(/(?!\.{1,2}(/|$))[^/\0]+)+")
strings = list_of(identifier)
