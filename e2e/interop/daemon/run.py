#!/usr/bin/env python3
"""An EIP 0.1 daemon of its own, made from the specification alone: it drives an imagined desktop and writes down what
reached it. It can also misbehave on purpose.

    python3 run.py http://127.0.0.1:4180 --state-dir DIR --record FILE --directory DIR
"""

import argparse
import asyncio
import signal
import sys
from pathlib import Path

import faults
from carrier import Carrier
from device import Device, Settings
from pairing import Fatal, Identity, load_identity, pair, say
from record import Record


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("origin", help="of the Host")
    parser.add_argument("--state-dir", type=Path, required=True, help="where device id and credential are kept")
    parser.add_argument("--record", required=True, help="JSON lines of what happened")
    parser.add_argument("--directory", required=True, help="the default working directory")
    parser.add_argument("--name", default="Python daemon")
    parser.add_argument("--idle-ms", type=int, default=60_000, help="how long a session lives without a request")
    parser.add_argument("--grace-ms", type=int, default=30_000, help="how long a session waits for the Host")
    parser.add_argument("--chunk-bytes", type=int, default=8192)
    faults.add_options(parser)
    return parser.parse_args()


async def serve(given: argparse.Namespace, identity: Identity, device: Device) -> None:
    url = await pair(given.origin, identity, given.name)
    await Carrier(url, identity, device).run()


async def main() -> int:
    given = options()
    identity = load_identity(given.state_dir)
    settings = Settings(
        identity.device_id,
        given.name,
        given.directory,
        given.idle_ms,
        given.grace_ms,
        given.chunk_bytes,
        given.slow_chunks,
    )
    device = Device(settings, faults.Faults(given), Record(given.record))
    work = asyncio.create_task(serve(given, identity, device))
    for name in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(name, work.cancel)
    try:
        await work
    except asyncio.CancelledError:
        return 0
    except Fatal as error:
        say(f"Fatal: {error}")
        device.record.write("fatal", reason=str(error))
    finally:
        device.close()
    return 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
