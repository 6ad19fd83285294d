"""Expectations that say what came instead."""

from typing import Any

from eip.envelope import Answer
from eip.errors import EipError


def that(holds: bool, otherwise: str) -> None:
    if not holds:
        raise AssertionError(otherwise)


def equal(actual: Any, expected: Any, what: str) -> None:
    that(actual == expected, f"{what} is {actual!r:.300}, expected {expected!r:.300}")


def refused(answer: Answer, error_type: str, **members: Any) -> EipError:
    """An error of this type; `hint`, `stage` and any member of `data` where given."""
    if answer.error is None:
        raise AssertionError(f"expected {error_type}, got {answer.text:.300}")
    error = answer.error
    equal(error.error_type, error_type, f"error_type ({error.message})")
    for name, expected in members.items():
        member = {"hint": "retry_hint", "stage": "dispatch_stage"}.get(name, name)
        equal(error.data.get(member), expected, f"{member} of {error_type} ({error.message})")
    return error


def refused_early(answer: Answer, error_type: str, **members: Any) -> EipError:
    """Refused before anything was done."""
    return refused(answer, error_type, stage="pre_dispatch", **members)
