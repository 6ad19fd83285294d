"""One case: a name, what it does, where it makes sense and how long it may take."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from .bench import Bench

CARRIERS = ("web-socket", "stdio", "http")
DUPLEX = ("web-socket", "stdio")


@dataclass(frozen=True)
class Case:
    name: str
    run: Callable[[Bench], Awaitable[None]]
    carriers: tuple[str, ...] = CARRIERS
    seconds: float = 40.0
    aside: bool = False
    """Waits for long or starts daemons only to end them, and leaves the desktop alone: runs
    beside the others."""
