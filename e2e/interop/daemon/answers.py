"""Answers that the protocol does not allow, made of one that it does."""

import strict_json

Answer = dict[str, object]


def with_unknown_error_data(body: Answer) -> Answer:
    error = body["error"]
    assert isinstance(error, dict)
    return {"error": {**error, "data": {**error["data"], "surprise": 1}}}


def broken(answer: Answer, kind: str) -> str:
    result = answer.get("result", {})
    assert isinstance(result, dict)
    match kind:
        case "unknown-member":
            return strict_json.encode({**answer, "result": {**result, "surprise": 1}})
        case "duplicate-key":
            return strict_json.encode(answer).replace('"result":{', '"result":{"twice":1,"twice":2,', 1)
        case "float":
            return strict_json.encode({**answer, "result": with_floats(result)})
        case "wrong-type":
            return strict_json.encode({**answer, "result": []})
        case "wrong-session":
            return strict_json.encode({**answer, "eip_session": "session-of-somebody-else"})
        case "not-json":
            return strict_json.encode(answer)[:-1]
    raise ValueError(f"unknown fault {kind}")


def with_floats(value: object) -> object:
    if isinstance(value, dict):
        return {name: with_floats(member) for name, member in value.items()}
    if isinstance(value, list):
        return [with_floats(entry) for entry in value]
    return float(value) if type(value) is int else value
