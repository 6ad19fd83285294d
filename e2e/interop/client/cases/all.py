"""Every case, in the order in which they run."""

from suite.case import Case

from . import (
    attach,
    codec,
    device,
    initialize,
    input_refusals,
    inputs,
    ledger,
    observation,
    sessions,
)

ALL_CASES: tuple[Case, ...] = (
    *codec.CASES,
    *initialize.CASES,
    *device.CASES,
    *sessions.CASES,
    *observation.CASES,
    *inputs.CASES,
    *input_refusals.CASES,
    *ledger.CASES,
    *attach.CASES,
)
