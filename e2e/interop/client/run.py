#!/usr/bin/env python3
"""Runs the cases of an independent EIP Host against the real daemon on a real X server."""

import argparse
import asyncio
import os
import signal
import sys
import traceback
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path

from cases.all import ALL_CASES
from fixture.desktop import Desktop, start_desktop
from suite.bench import Bench
from suite.case import CARRIERS, Case

REPOSITORY = Path(__file__).resolve().parents[3]
ASIDE_AT_ONCE = 2


@dataclass
class Tally:
    passed: int = 0
    failed: int = 0

    def passes(self, name: str) -> None:
        self.passed += 1
        print(f"ok {name}", flush=True)

    def fails(self, name: str, reason: str) -> None:
        self.failed += 1
        print(f"not ok {name}: {reason}", flush=True)


async def run_case(bench: Bench, case: Case) -> str | None:
    """Why it failed, or nothing."""
    reason = None
    try:
        async with asyncio.timeout(case.seconds):
            await case.run(bench)
    except TimeoutError:
        reason = f"not done within {case.seconds:.0f} s"
    except Exception as fault:  # whatever a case meets is its failure, and the others go on
        while isinstance(fault, ExceptionGroup):
            fault = fault.exceptions[0]
        reason = " ".join(f"{type(fault).__name__}: {fault}".split())
        if os.environ.get("INTEROP_TRACE"):
            traceback.print_exc()
    try:
        async with asyncio.timeout(case.seconds):
            await bench.end_case(reason is not None)
    except Exception as fault:
        reason = reason or f"clearing up: {type(fault).__name__}: {fault}"
    return reason


async def run_carrier(
    carrier: str, command: list[str], desktop: Desktop, options: argparse.Namespace, tally: Tally
) -> None:
    cases = chosen(carrier, options.only)
    bench = Bench(carrier, command, desktop)
    turn = asyncio.Semaphore(ASIDE_AT_ONCE)
    async with asyncio.TaskGroup() as beside:
        for case in cases:
            if case.aside:
                own = Bench(carrier, command, desktop)
                beside.create_task(told_in_turn(turn, own, case, tally))
        try:
            for case in cases:
                if not case.aside:
                    await told(bench, case, tally)
        finally:
            await bench.close()


async def told_in_turn(turn: asyncio.Semaphore, bench: Bench, case: Case, tally: Tally) -> None:
    async with turn:
        await told(bench, case, tally)


async def told(bench: Bench, case: Case, tally: Tally) -> None:
    name = f"{bench.carrier}: {case.name}"
    reason = await run_case(bench, case)
    if reason is None:
        tally.passes(name)
    else:
        tally.fails(name, reason)


def chosen(carrier: str, only: list[str]) -> list[Case]:
    return [
        case
        for case in ALL_CASES
        if carrier in case.carriers and (only == [] or any(part in case.name for part in only))
    ]


def read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--carrier", choices=[*CARRIERS, "all"], default="all")
    parser.add_argument("--envd", default=str(REPOSITORY / "apps/envd/bin/a13n-envd.js"))
    parser.add_argument("--display", help="use this X server instead of starting one")
    parser.add_argument("--only", action="append", default=[], metavar="TEXT")
    parser.add_argument("--list", action="store_true", help="print the names of the cases")
    return parser.parse_args()


async def main(options: argparse.Namespace) -> int:
    carriers = CARRIERS if options.carrier == "all" else (options.carrier,)
    if options.list:
        for carrier in carriers:
            for case in chosen(carrier, options.only):
                print(f"{carrier}: {case.name}")
        return 0
    envd = str(Path(options.envd).resolve())
    command = ["node", envd] if envd.endswith(".js") else [envd]
    tally = Tally()
    async with AsyncExitStack() as scope:
        desktop = await start_desktop(REPOSITORY, options.display, scope)
        for carrier in carriers:
            await run_carrier(carrier, command, desktop, options, tally)
    print(f"{tally.passed} passed, {tally.failed} failed", flush=True)
    return 1 if tally.failed or not tally.passed else 0


async def run_until_signal(options: argparse.Namespace) -> int:
    """A signal cancels the run, so that everything started is ended."""
    task = asyncio.create_task(main(options))
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return 130


if __name__ == "__main__":
    try:
        sys.exit(asyncio.run(run_until_signal(read_options())))
    except (RuntimeError, OSError) as fault:
        print(f"could not start: {fault}", file=sys.stderr)
        sys.exit(2)
