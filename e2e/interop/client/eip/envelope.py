"""Requests and answers: JSON-RPC 2.0 with the member eip_session."""

from dataclasses import dataclass
from typing import Any

from . import strict_json
from .errors import EipError, ProtocolFault

RequestId = str | int


@dataclass(frozen=True)
class Answer:
    """One answer; `text` are the very characters that came."""

    id: RequestId | None
    session: str | None
    result: dict[str, Any] | None
    error: EipError | None
    text: str

    def value(self) -> dict[str, Any]:
        """The result, or a fault that says which error came instead."""
        if self.result is None:
            raise ProtocolFault(f"expected a result, got {self.text}")
        return self.result


def encode_request(
    request_id: RequestId, method: str, params: dict[str, Any], session: str | None
) -> str:
    message: dict[str, Any] = {"jsonrpc": "2.0", "id": request_id, "method": method}
    if session is not None:
        message["eip_session"] = session
    return strict_json.encode({**message, "params": params})


def parse_answer(text: str) -> Answer:
    """Refuses what an answer must not be; unknown members are refused, our daemon has none."""
    try:
        value = strict_json.decode_object(text)
    except strict_json.JsonFault as fault:
        raise ProtocolFault(f"answer is not strict JSON ({fault}): {text[:200]}") from fault
    outcome = {"result", "error"} & set(value)
    extra = set(value) - {"jsonrpc", "id", "eip_session", "result", "error"}
    if value.get("jsonrpc") != "2.0" or len(outcome) != 1 or extra or "id" not in value:
        raise ProtocolFault(f"not an answer: {text[:300]}")
    answered = value["id"]
    if isinstance(answered, bool) or not isinstance(answered, (str, int, type(None))):
        raise ProtocolFault(f"answer id {answered!r}")
    session = value.get("eip_session")
    if "eip_session" in value and (not isinstance(session, str) or session == ""):
        raise ProtocolFault(f"eip_session {session!r}")
    if "error" in value:
        return Answer(answered, session, None, EipError.parse(value["error"]), text)
    if not isinstance(value["result"], dict):
        raise ProtocolFault("result is not an object")
    return Answer(answered, session, value["result"], None, text)
