"""Every case, in the order in which they run."""

from suite.case import Case

from . import (
    additions,
    attach,
    broken_frames,
    closer_look,
    codec,
    device,
    envelopes,
    http_carrier,
    http_statuses,
    initialize,
    input_refusals,
    inputs,
    ledger,
    lost_desktop,
    observation,
    sessions,
    stdio,
    transfers,
    turns,
    web_socket,
)

ALL_CASES: tuple[Case, ...] = (
    *codec.CASES,
    *initialize.CASES,
    *envelopes.CASES,
    *device.CASES,
    *sessions.CASES,
    *observation.CASES,
    *transfers.CASES,
    *inputs.CASES,
    *input_refusals.CASES,
    *ledger.CASES,
    *additions.CASES,
    *closer_look.CASES,
    *turns.CASES,
    *lost_desktop.CASES,
    *attach.CASES,
    *broken_frames.CASES,
    *web_socket.CASES,
    *stdio.CASES,
    *http_statuses.CASES,
    *http_carrier.CASES,
)
