"""One socket to the Host: what arrives on it is checked, answered and, where the Host errs, complained about."""

import asyncio
import os
from collections.abc import Callable
from dataclasses import dataclass

from websockets.exceptions import ConnectionClosed
from websockets.legacy.client import WebSocketClientProtocol

import answers
import computer
import frames
import methods
import session as sessions
import strict_json
from device import MAX_SESSIONS, Device
from fields import I64, same
from pairing import Fatal
from refusal import Refusal
from session import Params, Session
from transfer import PumpOptions

INITIALIZE_SECONDS = 30
# Other people's peers read no larger control message.
MAX_CONTROL_BYTES = 2**20
HANDLERS = {**sessions.HANDLERS, **computer.HANDLERS}


@dataclass(frozen=True)
class Request:
    id: object
    method: str
    params: object
    session: str | None

    def envelope(self) -> Params:
        session = {} if self.session is None else {"eip_session": self.session}
        return {"jsonrpc": "2.0", "id": self.id, **session}


class Connection:
    def __init__(
        self, number: int, socket: WebSocketClientProtocol, device: Device, dial_again: Callable[[], None]
    ) -> None:
        self.number = number
        self.dial_again = dial_again
        self._socket = socket
        self._device = device
        self._version: str | None = None
        self._is_broken = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def serve(self) -> None:
        """Until the socket is closed; raises Fatal when the Host cannot frame."""
        try:
            self._take(await asyncio.wait_for(self._socket.recv(), INITIALIZE_SECONDS))
            async for message in self._socket:
                self._take(message)
        except ConnectionClosed:
            pass
        except TimeoutError:
            self._device.record.complain("no initialize")
            await self._socket.close(1008, "no initialize")
        finally:
            self._device.lost(self)
            if self._tasks:
                await asyncio.wait(self._tasks)
        if self._is_broken:
            raise Fatal("The Host sent a binary message that is no data frame.")

    def cut(self) -> None:
        """Ends the connection without a goodbye."""
        self._device.record.write("cut", connection=self.number)
        self._socket.transport.abort()

    def _take(self, message: str | bytes) -> None:
        work = self._answer(message) if isinstance(message, str) else self._frame(message)
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, message: str | bytes) -> None:
        try:
            await self._socket.send(message)
        except ConnectionClosed:
            self._device.record.write("unsent", connection=self.number)

    async def _answer(self, text: str) -> None:
        faults = self._device.faults
        envelope: Params = {"jsonrpc": "2.0", "id": None}
        method = ""
        try:
            if len(text.encode()) > MAX_CONTROL_BYTES:
                self._device.record.complain("a control message is larger than 1 MiB")
            request = parse_request(text)
            envelope, method = request.envelope(), request.method
            self._device.record.write("request", method=method, connection=self.number)
            body: Params = {"result": await self._perform(request)}
        except Refusal as refusal:
            self._refused(method, refusal)
            body = {"error": refusal.to_wire()}
            if faults.unknown_error_data:
                body = answers.with_unknown_error_data(body)
        late = faults.take("late-answers", method)
        if late is not None:
            await asyncio.sleep(int(late) / 1000)
            self._device.record.write("late", method=method)
        broken = faults.take("break-answer", method)
        answer = {**envelope, **body}
        await self._send(strict_json.encode(answer) if broken is None else answers.broken(answer, broken))

    def _refused(self, method: str, refusal: Refusal) -> None:
        record = self._device.record
        record.write("refused", method=method, error_type=refusal.error_type, message=str(refusal))
        if refusal.error_type in ("parse_error", "invalid_request", "method_not_found", "not_initialized"):
            record.complain(f"{method or 'a message'}: {refusal}")

    async def _perform(self, request: Request) -> Params:
        method = request.method
        if self._version is None and method != "initialize":
            raise Refusal("not_initialized", "The first request is initialize.")
        if method not in methods.KNOWN or method not in methods.PARAMS:
            raise Refusal("method_not_found", f"{method} is not served here.")
        if (request.session is None) != (method in methods.DEVICE_METHODS):
            raise Refusal("invalid_request", f"{method} with or without a session.", field="eip_session")
        session = None if request.session is None else self._session(method, request.session)
        if session is not None:
            session.admit(method)
        shape = methods.PARAMS[method]
        params = shape(request.params)
        assert isinstance(request.params, dict)
        for name in shape.spelled_out(request.params):
            self._device.record.complain(f"{method} writes out the default of {name}")
        if session is None:
            return self._of_device(method, params)
        if method == "session.attach":
            session.attach(self)
            return {"descriptor": session.descriptor()}
        if method == "session.keepalive":
            return {"alive": True}
        if method == "session.close":
            await session.close_when_done()
            return {"closed": True}
        return await session.perform(method, params, HANDLERS[method])

    def _session(self, method: str, name: str) -> Session:
        found = self._device.sessions.get(name)
        if found is None or (found.connection is not self and method != "session.attach"):
            raise Refusal(
                "not_found_or_denied", "There is no such session here.", "after_refresh", field="eip_session"
            )
        return found

    def _of_device(self, method: str, params: Params) -> Params:
        device = self._device
        if method == "initialize":
            return self._initialize(params)
        if method == "device.describe":
            return {"descriptor": device.descriptor()}
        device.expect(params)
        if method == "directory.list":
            return list_directory(params)
        if params["protocol_version"] != self._version:
            raise Refusal("protocol_incompatible", "Another version was agreed on.", field="protocol_version")
        required = params["required_methods"]
        assert isinstance(required, list) and self._version is not None
        if any(name not in HANDLERS for name in required) or "egress" in params:
            raise Refusal("unsupported", "This device does not serve what the session requires.")
        if len(device.sessions) >= MAX_SESSIONS:
            raise Refusal("busy", "There are too many sessions.", "after_capacity")
        directory = str(params.get("working_directory", device.settings.directory))
        if not os.path.isdir(directory):
            raise Refusal("not_found_or_denied", "There is no such directory.", field="working_directory")
        return {"descriptor": Session(device, self, directory).descriptor()}

    def _initialize(self, params: Params) -> Params:
        if self._version is not None:
            raise Refusal("already_initialized", "This connection is initialized.")
        device = self._device
        if params.get("expected_device_id", device.settings.device_id) != device.settings.device_id:
            raise Refusal("not_found_or_denied", "This is another device.", field="expected_device_id")
        offered = params["supported_protocol_versions"]
        assert isinstance(offered, list)
        device.record.write("initialize", connection=self.number, offered=offered, client=params["client"])
        spoken = [version for version in (device.faults.second_version, "0.1") if version in offered]
        if device.faults.force_version is not None:
            spoken = [device.faults.force_version]
        if not spoken:
            raise Refusal("protocol_incompatible", "No offered version is spoken here.")
        self._version = spoken[0]
        server = {"name": "a13n-envd", "version": "0.1.0+python"}
        return {"protocol_version": self._version, "server": server, "descriptor": device.descriptor()}

    async def _frame(self, data: bytes) -> None:
        record = self._device.record
        try:
            frame = frames.decode(data)
        except frames.BadFrame as error:
            record.complain(f"a binary message is no data frame: {error}")
            self._is_broken = True
            await self._socket.close(1002, "broken framing")
            return
        session = self._device.sessions.get(frame.session)
        reader = session.readers.get(frame.handle) if session and session.connection is self else None
        if reader is not None and frame.kind == frames.ATTACH and frame.offset == 0 and not reader.attached:
            reader.attached = True
            await reader.pump(self._send, self._pump_options())
        elif reader is not None and frame.kind == frames.CREDIT:
            reader.credit(frame.offset, record)
        elif frame.kind == frames.RESET:
            record.write("reset", handle=frame.handle, status=frame.status)
            if reader is not None:
                reader.stop()
        elif frame.kind == frames.CREDIT:
            # It crossed the close on its way.
            record.write("late_credit", handle=frame.handle)
        else:
            record.complain(f"{frames.NAMES[frame.kind]} @{frame.offset} does not fit {frame.handle}")
            status = frames.RESET_STATUS["denied" if reader is None and frame.kind == frames.ATTACH else "protocol"]
            await self._send(frames.Frame(frames.RESET, frame.session, frame.handle, status=status).encode())

    def _pump_options(self) -> PumpOptions:
        device = self._device
        settings = device.settings
        return PumpOptions(device.record, settings.chunk_bytes, settings.slow_chunks_ms / 1000)


def parse_request(text: str) -> Request:
    try:
        message = strict_json.parse(text)
    except strict_json.BadJson as error:
        raise Refusal("parse_error", str(error)) from error
    if not isinstance(message, dict) or not same(message.get("jsonrpc"), "2.0"):
        raise Refusal("invalid_request", "This is no JSON-RPC 2.0 request.")
    name, method, session = message.get("id"), message.get("method"), message.get("eip_session")
    is_integer = isinstance(name, int) and not isinstance(name, bool) and I64[0] <= name <= I64[1]
    if not is_integer and not isinstance(name, str):
        raise Refusal("invalid_request", "The id is no string and no 64-bit integer.", field="id")
    if any(key.startswith("eip_") and key != "eip_session" for key in message):
        raise Refusal("invalid_request", "An unknown member begins with eip_.")
    if "eip_session" in message and (not isinstance(session, str) or session == ""):
        raise Refusal("invalid_request", "The session is no identifier.", field="eip_session")
    if not isinstance(method, str) or not isinstance(message.get("params"), dict):
        raise Refusal("invalid_request", "The method is no string or the params are no object.")
    return Request(name, method, message["params"], session if isinstance(session, str) else None)


def list_directory(params: Params) -> Params:
    path, offset, limit = str(params["path"]), params["offset"], params["limit"]
    assert isinstance(offset, int) and isinstance(limit, int)
    try:
        names = sorted(entry.name for entry in os.scandir(path) if entry.is_dir(follow_symlinks=False))
    except OSError as error:
        raise Refusal("not_found_or_denied", "This directory cannot be listed.", field="path") from error
    prefix = path.rstrip("/")
    shown = names[offset : offset + limit]
    answer: Params = {"path": path}
    if shown:
        answer["entries"] = [{"name": name, "path": f"{prefix}/{name}"} for name in shown]
    if path != "/":
        answer["parent_path"] = os.path.dirname(path)
    if offset + limit < len(names):
        answer["next_offset"] = offset + limit
    return answer
