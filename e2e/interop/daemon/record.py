"""What happened, as JSON lines that whoever started the daemon reads."""

import json
import os


class Record:
    def __init__(self, path: str) -> None:
        self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)

    def write(self, event: str, **fields: object) -> None:
        """One write call a line, so that a reader never sees half of one."""
        line = json.dumps({"event": event, **fields}, ensure_ascii=False) + "\n"
        os.write(self._descriptor, line.encode())

    def complain(self, about: str) -> None:
        """The Host did what the protocol does not allow."""
        self.write("complaint", about=about)
