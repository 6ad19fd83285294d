"""The errors of the wire."""

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


class Refusal(Exception):
    """An error answer; `details` are further members of its data."""

    def __init__(
        self, error_type: str, message: str, hint: str = "never", stage: str = "pre_dispatch", **details: object
    ) -> None:
        super().__init__(message)
        self.error_type = error_type
        self.hint = hint
        self.stage = stage
        self.details = details

    def to_wire(self) -> dict[str, object]:
        return {
            "code": CODES[self.error_type],
            "message": str(self),
            "data": {
                "error_type": self.error_type,
                "retry_hint": self.hint,
                "dispatch_stage": self.stage,
                **self.details,
            },
        }
