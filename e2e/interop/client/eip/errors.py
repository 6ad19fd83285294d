"""The table of error types, and the check of an error object."""

from dataclasses import dataclass
from typing import Any

CODES = {
    "parse_error": -32700,
    "invalid_request": -32600,
    "method_not_found": -32601,
    "invalid_params": -32602,
    "internal_error": -32603,
    "not_initialized": -32001,
    "already_initialized": -32002,
    "protocol_incompatible": -32003,
    "denied": -32010,
    "not_found_or_denied": -32011,
    "unsupported": -32012,
    "stale_generation": -32020,
    "invalid_handle": -32021,
    "busy": -32030,
    "quota_exceeded": -32031,
    "output_limit_exceeded": -32032,
    "timeout": -32040,
    "cancelled": -32041,
    "unknown_outcome": -32042,
    "operation_in_progress": -32043,
    "provider_unavailable": -32050,
    "execution_isolation_failed": -32051,
    "cleanup_failed": -32052,
    "command_start_failed": -32053,
    "conflict": -32060,
    "integrity_mismatch": -32061,
}
HINTS = {"never", "same_request", "after_refresh", "after_capacity", "reconcile_first"}
STAGES = {"pre_dispatch", "dispatching", "dispatched", "completed", "unknown"}
DATA_MEMBERS = {
    "error_type",
    "retry_hint",
    "dispatch_stage",
    "operation_id",
    "device_id",
    "session_id",
    "generation",
    "field",
    "handle_kind",
    "produced_bytes",
    "emitted_items",
    "dropped_items",
    "process_status",
    "receipt",
    "safe_detail",
    "process",
    "output",
}


class ProtocolFault(Exception):
    """The daemon sent something that the specification does not allow."""


@dataclass(frozen=True)
class EipError:
    """An error as it was answered; `data` holds the optional members as well."""

    code: int
    error_type: str
    retry_hint: str
    dispatch_stage: str
    message: str
    data: dict[str, Any]

    @staticmethod
    def parse(value: Any) -> "EipError":
        _demand(isinstance(value, dict), "error is not an object")
        _demand(set(value) == {"code", "message", "data"}, f"error has members {sorted(value)}")
        data = value["data"]
        _demand(isinstance(data, dict), "error.data is not an object")
        _demand(not set(data) - DATA_MEMBERS, f"error.data has {sorted(set(data) - DATA_MEMBERS)}")
        error_type = data.get("error_type")
        _demand(error_type in CODES, f"error_type {error_type!r}")
        _demand(value["code"] == CODES[error_type], f"code {value['code']!r} of {error_type}")
        _demand(data.get("retry_hint") in HINTS, f"retry_hint {data.get('retry_hint')!r}")
        _demand(data.get("dispatch_stage") in STAGES, f"stage {data.get('dispatch_stage')!r}")
        message = value["message"]
        _demand(isinstance(message, str) and message != "", f"message {message!r}")
        _demand(None not in data.values(), "error.data has a null member")
        return EipError(
            code=value["code"],
            error_type=error_type,
            retry_hint=data["retry_hint"],
            dispatch_stage=data["dispatch_stage"],
            message=message,
            data=data,
        )


def _demand(holds: bool, otherwise: str) -> None:
    if not holds:
        raise ProtocolFault(otherwise)
