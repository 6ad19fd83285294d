"""Timestamps of the wire: RFC 3339 in UTC with `Z` and a fraction of 0, 3, 6 or 9 digits."""

from datetime import UTC, datetime, timedelta


def stamp(seconds_ahead: float = 0) -> str:
    moment = datetime.now(UTC) + timedelta(seconds=seconds_ahead)
    micros = moment.microsecond
    if micros == 0:
        fraction = ""
    elif micros % 1000 == 0:
        fraction = f".{micros // 1000:03d}"
    else:
        fraction = f".{micros:06d}"
    return f"{moment:%Y-%m-%dT%H:%M:%S}{fraction}Z"
