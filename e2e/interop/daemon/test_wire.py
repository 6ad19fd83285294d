"""The golden frames of the specification and the pieces that need no Host: python3 -m unittest discover -s DIR."""

import io
import struct
import unittest
import zlib

import frames
import picture
import strict_json
from connection import parse_request
from frames import Frame
from ledger import Ledger, digest_of
from methods import PARAMS
from refusal import Refusal

GOLDEN = {
    "45495044010100000009000800000000000000000000000073657373696f6e2d317265616465722d31": Frame(
        frames.ATTACH, "session-1", "reader-1"
    ),
    "45495044010300000009000800000000000000030000000273657373696f6e2d317265616465722d3100ff": Frame(
        frames.CHUNK, "session-1", "reader-1", 3, b"\x00\xff"
    ),
    "45495044010400000009000800000000000000050000000073657373696f6e2d317265616465722d31": Frame(
        frames.END, "session-1", "reader-1", 5
    ),
    "45495044010700000009000800000000000000050000000073657373696f6e2d317265616465722d31": Frame(
        frames.CREDIT, "session-1", "reader-1", 5
    ),
    "45495044010600040009000800000000000000030000000073657373696f6e2d317265616465722d31": Frame(
        frames.RESET, "session-1", "reader-1", 3, status=4
    ),
}
CLICK = {"context": {"operation_id": "op"}, "observation_id": "o", "point": {"x": 1, "y": 2}, "button": "left"}


class Frames(unittest.TestCase):
    def test_golden_frames_go_both_ways(self) -> None:
        for text, frame in GOLDEN.items():
            self.assertEqual(frames.decode(bytes.fromhex(text)), frame)
            self.assertEqual(frame.encode().hex(), text)

    def test_a_truncated_frame_is_none(self) -> None:
        data = Frame(frames.CHUNK, "s", "h", 0, b"abc").encode()
        for length in range(len(data)):
            with self.assertRaises(frames.BadFrame):
                frames.decode(data[:length])


class Messages(unittest.TestCase):
    def test_what_the_envelope_does_not_allow_is_refused(self) -> None:
        for text, error_type in {
            '{"jsonrpc":"2.0","id":1,"id":2,"method":"m","params":{}}': "parse_error",
            '{"jsonrpc":"2.0","id":1.0,"method":"m","params":{}}': "invalid_request",
            '{"jsonrpc":"2.0","id":9223372036854775808,"method":"m","params":{}}': "invalid_request",
            '{"jsonrpc":"2.0","id":1,"method":"m","params":{},"eip_more":1}': "invalid_request",
            '{"jsonrpc":"2.0","id":1,"method":"m","params":[]}': "invalid_request",
            '[{"jsonrpc":"2.0","id":1,"method":"m","params":{}}]': "invalid_request",
            '{"jsonrpc":"2.0","id":1,"method":"m","params":{"a":NaN}}': "parse_error",
        }.items():
            with self.assertRaises(Refusal) as caught:
                parse_request(text)
            self.assertEqual(caught.exception.error_type, error_type, text)

    def test_params_are_exact(self) -> None:
        parsed = PARAMS["computer.click"](CLICK)
        self.assertEqual(parsed["count"], 1)
        for change, field in [
            ({"count": 3}, "count"),
            ({"count": True}, "count"),
            ({"point": {"x": 1.0, "y": 2}}, "point.x"),
            ({"modifiers": []}, "modifiers"),
            ({"context": {"operation_id": "x" * 129}}, "context.operation_id"),
        ]:
            with self.assertRaises(Refusal) as caught:
                PARAMS["computer.click"]({**CLICK, **change})
            self.assertEqual(caught.exception.details, {"field": field})

    def test_a_number_beyond_doubles_survives(self) -> None:
        self.assertEqual(strict_json.encode(strict_json.parse("18446744073709551615")), "18446744073709551615")


class Replay(unittest.TestCase):
    def begin(self, ledger: Ledger, method: str = "computer.click", **change: object):
        return ledger.begin(method, PARAMS[method]({**CLICK, **change}), {})

    def test_the_digest_knows_no_defaults_and_no_context(self) -> None:
        ledger = Ledger()
        first = self.begin(ledger)
        first.finish("succeeded")
        again = self.begin(ledger, count=1, context={"operation_id": "op", "timeout_ms": 5})
        self.assertIs(again, first)

    def test_digests_are_those_of_the_documented_examples(self) -> None:
        click = {**CLICK, "observation_id": "observation-9ab3", "point": {"x": 412, "y": 230}, "count": 1}
        for method, params, digest in [
            ("computer.click", click, "3d19371357766a58adf806699f213c8feeec3b20983d9f8169cdb18c83276dc7"),
            (
                "computer.observe",
                {"context": {"operation_id": "op-2"}},
                "d7a6c179d3bbcd6bfe7f93f016b3a45b2a42a275c80966b9dd5116c7d866042c",
            ),
        ]:
            self.assertEqual(digest_of(method, PARAMS[method](params)), digest)

    def test_another_request_and_a_running_one_are_refused(self) -> None:
        ledger = Ledger()
        self.begin(ledger)
        for change, error_type in [({}, "operation_in_progress"), ({"count": 2}, "conflict")]:
            with self.assertRaises(Refusal) as caught:
                self.begin(ledger, **change)
            self.assertEqual(caught.exception.error_type, error_type)

    def test_the_last_slot_is_for_finding_out(self) -> None:
        ledger = Ledger(capacity=2)
        self.begin(ledger)
        with self.assertRaises(Refusal) as caught:
            self.begin(ledger, context={"operation_id": "another"})
        self.assertEqual(caught.exception.error_type, "busy")
        ledger.begin("receipt.get", {"context": {"operation_id": "asking"}, "operation_id": "op"}, {})


class Picture(unittest.TestCase):
    def test_it_is_a_png_whose_field_changes_colour(self) -> None:
        for clicks, colour in [(0, picture.RED), (1, picture.GREEN)]:
            file = io.BytesIO(picture.draw(clicks, [], (480, 300)))
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")
            parts = {}
            while head := file.read(8):
                length, name = struct.unpack("!I4s", head)
                parts[name] = data = file.read(length)
                self.assertEqual(struct.unpack("!I", file.read(4))[0], zlib.crc32(name + data))
            self.assertEqual(struct.unpack("!II", parts[b"IHDR"][:8]), (480, 300))
            pixels = zlib.decompress(parts[b"IDAT"])
            start = 100 * (480 * 3 + 1) + 1 + 100 * 3
            self.assertEqual(pixels[start : start + 3], colour)


if __name__ == "__main__":
    unittest.main()
