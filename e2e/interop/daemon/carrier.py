"""The reverse WebSocket: dials the Host, serves what it says, and dials again when the socket is lost."""

import asyncio
import random
import time

import websockets
from websockets.exceptions import InvalidHandshake, InvalidStatusCode

from connection import Connection
from device import Device
from pairing import Fatal, Identity, say

SUBPROTOCOL = "eip.v1"
FIRST_PAUSE, LONGEST_PAUSE, STABLE_AFTER = 0.25, 30.0, 60.0


class Dial(websockets.connect):
    """Without redirects, which could lead the credential elsewhere."""

    def handle_redirect(self, uri: str) -> None:
        raise Fatal(f"The Host redirects to {uri}.")


class Carrier:
    def __init__(self, url: str, identity: Identity, device: Device) -> None:
        self._url = url
        self._identity = identity
        self._device = device
        self._count = 0
        self._current: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Until a fault that no new attempt can mend, which it raises as Fatal."""
        pause = FIRST_PAUSE
        while True:
            began = time.monotonic()
            task = self._current = asyncio.create_task(self._connect())
            await task
            # A newer socket took over from the one that ended.
            while self._current is not task:
                task = self._current
                await task
            if time.monotonic() - began > STABLE_AFTER:
                pause = FIRST_PAUSE
            await asyncio.sleep(random.uniform(0, pause))
            pause = min(LONGEST_PAUSE, pause * 2)

    def dial_again(self) -> None:
        """Opens a further socket while the present one lives, as after a cable was pulled unnoticed."""
        self._current = asyncio.create_task(self._connect())

    async def _connect(self) -> None:
        self._count += 1
        number = self._count
        record = self._device.record
        dial = Dial(
            self._url,
            extra_headers={"Authorization": f"Bearer {self._identity.credential}"},
            subprotocols=[SUBPROTOCOL],
            compression=None,
            open_timeout=10,
            close_timeout=5,
            ping_interval=20,
            ping_timeout=10,
            max_size=16 * 2**20,
        )
        try:
            socket = await dial
        except InvalidStatusCode as error:
            if error.status_code in (401, 403):
                raise Fatal(f"The Host does not let this device in: {error.status_code}.") from error
            record.write("attempt_failed", connection=number, reason=str(error))
            return
        except (OSError, InvalidHandshake, TimeoutError) as error:
            record.write("attempt_failed", connection=number, reason=str(error))
            return
        if socket.subprotocol != SUBPROTOCOL or socket.extensions:
            await socket.close()
            raise Fatal("The Host did not choose exactly the subprotocol eip.v1.")
        record.write("connected", connection=number)
        say(f"Connected: socket {number}")
        try:
            await Connection(number, socket, self._device, self.dial_again).serve()
        finally:
            # Polite when this process is asked to end; nothing when the socket is closed already.
            await socket.close(1001)
        record.write("closed", connection=number, code=socket.close_code, reason=socket.close_reason)
        say(f"Socket {number} closed: {socket.close_code} {socket.close_reason}")
