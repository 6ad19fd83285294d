"""What a transfer refuses, and how it ends early."""

from eip.data_frames import DataFrame, Kind, Status
from eip.transfer import Transfer
from suite.bench import Bench
from suite.case import DUPLEX, Case
from suite.expect import equal, refused_early, that
from suite.session import Observed, Session


async def opened(bench: Bench, longest: int = 2048) -> tuple[Session, Observed, Transfer]:
    session = await bench.session()
    seen = await session.observe(max_dimension=longest)
    return session, seen, transfer_of(session, seen.reader)


def transfer_of(session: Session, handle: str) -> Transfer:
    return session.duplex.transfer(session.id, handle)


async def is_reset(transfer: Transfer, status: Status) -> DataFrame:
    """The next RESET, after whatever chunks were on their way."""
    frame = await transfer.next()
    while frame.kind is Kind.CHUNK:
        frame = await transfer.next()
    equal((frame.kind, frame.status), (Kind.RESET, status), "frame")
    return frame


async def unknown_handle(bench: Bench) -> None:
    session = await bench.session()
    for handle in ("screen-none", "reader-1"):
        transfer = transfer_of(session, handle)
        await transfer.send(Kind.ATTACH)
        equal((await is_reset(transfer, Status.DENIED)).offset, 0, "offset of the RESET")
    stranger = session.duplex.transfer("session-none", "screen-none")
    await stranger.send(Kind.ATTACH)
    equal((await is_reset(stranger, Status.DENIED)).offset, 0, "offset of the RESET")
    await session.value("environment.describe")


async def foreign_session(bench: Bench) -> None:
    _, seen, _ = await opened(bench, 256)
    other = await bench.session()
    transfer = transfer_of(other, seen.reader)
    await transfer.send(Kind.ATTACH)
    await is_reset(transfer, Status.DENIED)


async def wrong_offset(bench: Bench) -> None:
    session, seen, transfer = await opened(bench)
    for offset in (1, 2**53 + 1, 2**64 - 1):
        await transfer.send(Kind.ATTACH, offset)
        equal((await is_reset(transfer, Status.PROTOCOL)).offset, 0, "offset of the RESET")
    await session.value("computer.close_observation", {"reader": seen.reader})


async def read_again(bench: Bench) -> None:
    session, seen, transfer = await opened(bench, 256)
    data = await transfer.read_all()
    await transfer.send(Kind.ATTACH)
    await is_reset(transfer, Status.PROTOCOL)
    await session.close_reader(seen, data)
    await transfer.send(Kind.ATTACH)
    await is_reset(transfer, Status.DENIED)


async def attached_while_running(bench: Bench) -> None:
    session, seen, transfer = await opened(bench)
    await transfer.attach()
    await transfer.send(Kind.ATTACH)
    await is_reset(transfer, Status.PROTOCOL)
    await session.value("computer.close_observation", {"reader": seen.reader})


async def cancelled(bench: Bench) -> None:
    session, seen, transfer = await opened(bench)
    await transfer.attach()
    first = await transfer.take_chunk(0)
    await transfer.send(Kind.RESET, len(first), Status.CANCELLED)
    await session.value("environment.describe")
    taken = len(first)
    while transfer.waiting() > 0:
        taken += len(await transfer.take_chunk(taken))
    that(taken < seen.size, f"all of the {seen.size} bytes came")
    await transfer.send(Kind.CREDIT, len(first))
    await session.read_another()
    closed = await session.value("computer.close_observation", {"reader": seen.reader})
    equal(transfer.waiting(), 0, "frames after our RESET")
    equal(closed["completion"]["produced_bytes"], taken, "produced_bytes")


async def credit_faults(bench: Bench) -> None:
    for offset in (2**40, 2**64 - 1, 1):
        session, seen, transfer = await opened(bench)
        await transfer.attach()
        await transfer.take_chunk(0)
        await transfer.send(Kind.CREDIT, offset)
        await is_reset(transfer, Status.PROTOCOL)
        await session.value("computer.close_observation", {"reader": seen.reader})
        await session.value("environment.describe")


async def early_credit(bench: Bench) -> None:
    _, seen, transfer = await opened(bench, 256)
    await transfer.send(Kind.CREDIT, 5)
    equal(len(await transfer.read_all()), seen.size, "bytes after an early CREDIT")


async def credit_backwards(bench: Bench) -> None:
    session, seen, transfer = await opened(bench)
    await transfer.attach()
    first = await transfer.take_chunk(0)
    both = len(first) + len(await transfer.take_chunk(len(first)))
    await transfer.send(Kind.CREDIT, both)
    await transfer.send(Kind.CREDIT, both)
    await session.value("environment.describe")
    await transfer.send(Kind.CREDIT, len(first))
    await is_reset(transfer, Status.PROTOCOL)
    await session.value("computer.close_observation", {"reader": seen.reader})


async def frames_of_a_writer(bench: Bench) -> None:
    """Frames that only a daemon, or only a writer's Host, sends."""
    for kind, payload in (
        (Kind.ATTACHED, b""),
        (Kind.CHUNK, b"x"),
        (Kind.END, b""),
        (Kind.END_ACK, b""),
    ):
        session, seen, transfer = await opened(bench)
        await session.duplex.send_frame(DataFrame(kind, session.id, seen.reader, 0, payload))
        await is_reset(transfer, Status.PROTOCOL)
        await session.value("environment.describe")


async def closed_while_running(bench: Bench) -> None:
    session, seen, transfer = await opened(bench)
    await transfer.attach()
    first = await transfer.take_chunk(0)
    closed = await session.value("computer.close_observation", {"reader": seen.reader})
    reset = await is_reset(transfer, Status.CANCELLED)
    produced = closed["completion"]["produced_bytes"]
    that(len(first) <= produced < seen.size, f"produced_bytes {produced} of {seen.size}")
    equal(reset.offset, produced, "offset of the RESET")


async def session_closed_while_running(bench: Bench) -> None:
    session, _, transfer = await opened(bench)
    await transfer.attach()
    await transfer.take_chunk(0)
    (await session.connection.ask("session.close", {}, session.id)).value()
    await is_reset(transfer, Status.CANCELLED)
    await transfer.send(Kind.ATTACH)
    await is_reset(transfer, Status.DENIED)


async def two_at_once(bench: Bench) -> None:
    session, first, one = await opened(bench)
    second = await session.observe(max_dimension=2048)
    other = transfer_of(session, second.reader)
    await one.attach()
    data = await other.read_all()
    await session.close_reader(second, data)
    taken = await one.take_chunk(0)
    await one.send(Kind.CREDIT, len(taken))
    while (payload := await one.take_chunk(len(taken))) != b"":
        taken += payload
        await one.send(Kind.CREDIT, len(taken))
    await session.close_reader(first, taken)


async def control_between(bench: Bench) -> None:
    """A transfer that waits for credit holds nothing else up."""
    session, seen, transfer = await opened(bench)
    await transfer.attach()
    click = {"observation_id": seen.id, "point": seen.point(9, 9)}
    for _ in range(5):
        equal((await session.value("computer.move", click))["effect"], "executed", "effect")
    answer = await session.call("computer.close_observation", {"reader": seen.reader})
    answer.value()
    again = await session.call("computer.close_observation", {"reader": seen.reader})
    refused_early(again, "invalid_handle", hint="never")


CASES = (
    Case("ATTACH of an unknown handle is RESET denied", unknown_handle, DUPLEX),
    Case("ATTACH of another session's handle is RESET denied", foreign_session, DUPLEX),
    Case("ATTACH at another offset is RESET protocol", wrong_offset, DUPLEX),
    Case("ATTACH of a reader that was read is RESET protocol", read_again, DUPLEX),
    Case("ATTACH of a running transfer is RESET protocol", attached_while_running, DUPLEX),
    Case("our RESET ends the transfer and nothing else", cancelled, DUPLEX),
    Case("CREDIT beyond or between chunks is RESET protocol", credit_faults, DUPLEX),
    Case("CREDIT before ATTACH is ignored", early_credit, DUPLEX),
    Case("CREDIT may repeat and not go back", credit_backwards, DUPLEX),
    Case(
        "frames that a Host never sends to a reader are RESET protocol", frames_of_a_writer, DUPLEX
    ),
    Case("closing a running reader resets it", closed_while_running, DUPLEX),
    Case("closing a session ends its transfers", session_closed_while_running, DUPLEX),
    Case("two transfers run side by side", two_at_once, DUPLEX),
    Case("a transfer without credit holds up no control message", control_between, DUPLEX),
)
