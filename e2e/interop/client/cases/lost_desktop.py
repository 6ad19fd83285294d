"""The X server goes away under a session."""

import asyncio
from contextlib import AsyncExitStack
from dataclasses import replace

from suite.bench import Bench, initialize
from suite.case import Case
from suite.expect import equal, refused, refused_early, that

START_SECONDS = 60.0
GONE_SECONDS = 15.0


async def lost(bench: Bench) -> None:
    async with AsyncExitStack() as scope:
        server, environment = await bench.desktop.another(scope)
        own = Bench(bench.carrier, bench.command, replace(bench.desktop, environment=environment))
        scope.push_async_callback(own.end_case, True)
        session = await own.session(peer=await initialize(await own.fresh(), "0.1"))
        seen = await session.observe(max_dimension=256)
        operation = session.operation_id()
        move = {"observation_id": seen.id, "point": {"x": 5, "y": 5}}
        await session.value("computer.move", move, operation)
        await server.stop()
        async with asyncio.timeout(GONE_SECONDS):
            while (await session.call("computer.describe")).error is None:
                await asyncio.sleep(0.1)
        for method, params in (
            ("computer.describe", {}),
            ("computer.observe", {}),
            ("computer.press_keys", {"keys": ["a"]}),
        ):
            answer = await session.call(method, params)
            refused(answer, "provider_unavailable", hint="after_refresh")
        answer = await session.call("computer.move", move)
        that(answer.error is not None, "a move without a desktop")
        kept = (await session.value("receipt.get", {"operation_id": operation}))["receipt"]
        equal(kept["outcome"], "succeeded", "outcome of what was done before")
        again = await session.peer.open()
        if again.error is None:
            other = again.value()["descriptor"]["session_id"]
            call = {"context": {"operation_id": "op-ready"}}
            ready = await session.connection.ask("environment.readiness", call, other)
            refused_early(ready, "provider_unavailable", hint="after_refresh")


CASES = (Case("a lost desktop is provider_unavailable, and receipts stay", lost, seconds=90),)
