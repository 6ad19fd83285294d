"""What the daemon does wrong on purpose. A fault strikes as often as it is given, the oddities always."""

import argparse

ANSWER_FAULTS = ("unknown-member", "duplicate-key", "float", "wrong-type", "not-json", "wrong-session")
TRANSFER_FAULTS = ("size", "short", "reset", "gap")
U64_PARTS = ("limits", "lifecycle", "generation")


class Faults:
    def __init__(self, options: argparse.Namespace) -> None:
        self.announce_u64_max: frozenset[str] = frozenset(options.announce_u64_max)
        self.second_version: str | None = options.second_version
        self.force_version: str | None = options.force_version
        self.unknown_error_data: bool = options.unknown_error_data
        self._queues = {
            "lie-digest": [("", "")] * options.lie_digest,
            "break-transfer": [("", kind) for kind in options.break_transfer],
            "cut-during": of_methods(options.cut_during),
            "dial-again-during": of_methods(options.dial_again_during),
            "late-answers": of_methods(options.late_answers),
            "break-answer": of_methods(options.break_answer),
            "refuse": of_methods(options.refuse),
        }

    def take(self, name: str, method: str = "") -> str | None:
        """The next fault of this name, which then is spent."""
        queue = self._queues[name]
        found = next((entry for entry in queue if entry[0] == method), None)
        if found is None:
            return None
        queue.remove(found)
        return found[1]


def of_methods(entries: list[str]) -> list[tuple[str, str]]:
    pairs = (entry.partition(":") for entry in entries)
    return [(full_name(method), value) for method, _, value in pairs]


def full_name(method: str) -> str:
    return method if "." in method or method == "initialize" else f"computer.{method}"


def add_options(parser: argparse.ArgumentParser) -> None:
    faults = parser.add_argument_group("faults", "each strikes once; several strike in the order given")
    several = {"action": "append", "default": []}
    faults.add_argument("--lie-digest", action="count", default=0, help="close an observation with another digest")
    faults.add_argument("--break-transfer", choices=TRANSFER_FAULTS, **several, help="of the next image")
    faults.add_argument("--cut-during", metavar="METHOD", **several, help="cut the socket in its middle")
    faults.add_argument("--dial-again-during", metavar="METHOD", **several, help="open a second socket beside it")
    faults.add_argument("--late-answers", metavar="METHOD:MS", **several, help="answer so much later")
    faults.add_argument(
        "--break-answer", metavar="METHOD:KIND", **several, help=f"KIND is one of {', '.join(ANSWER_FAULTS)}"
    )
    faults.add_argument("--refuse", metavar="METHOD:ERROR_TYPE", **several, help="answer with this error")
    always = parser.add_argument_group("oddities", "they last")
    always.add_argument("--unknown-error-data", action="store_true", help="an unknown member in error.data")
    always.add_argument("--slow-chunks", metavar="MS", type=int, default=0, help="wait before each chunk")
    always.add_argument("--announce-u64-max", choices=U64_PARTS, nargs="+", default=[], help="2^64-1 everywhere")
    always.add_argument("--second-version", metavar="VERSION", help="speak this one too and prefer it when offered")
    always.add_argument("--force-version", metavar="VERSION", help="choose this one although it is not offered")
