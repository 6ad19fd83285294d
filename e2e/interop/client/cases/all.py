"""Every case, in the order in which they run."""

from suite.case import Case

from . import codec, device, initialize, sessions

ALL_CASES: tuple[Case, ...] = (
    *codec.CASES,
    *initialize.CASES,
    *device.CASES,
    *sessions.CASES,
)
