"""What the results of the served methods look like, member by member."""

from .shapes import (
    MAX_U32,
    boolean,
    i32,
    identifier,
    integer,
    just,
    list_of,
    one_of,
    path_text,
    positive,
    ratio,
    record,
    sha256,
    strings,
    text,
    timestamp,
    u32,
    u64,
)

LIMITS = (
    "max_request_bytes",
    "max_response_bytes",
    "max_concurrent_operations",
    "max_processes",
    "max_operation_duration_ms",
    "max_output_preview_bytes",
    "max_output_bytes_per_stream",
    "max_concurrent_file_transfers",
    "max_file_transfer_bytes",
    "max_file_bytes",
)
FEATURES = (
    "process_count_limit",
    "memory_bytes_limit",
    "cpu_time_limit",
    "signal_interrupt",
    "signal_terminate",
)

size = integer(1, MAX_U32)
limits = record(
    {
        **{name: positive for name in LIMITS},
        "max_transfer_frame_bytes": integer(26, 2**64 - 1),
    }
)
lifecycle = record({"idle_timeout_ms": positive, "disconnect_grace_ms": positive})
sandbox = record({"mode": one_of("disabled", "restricted")}, {"grants": list_of(record({}))})
egress = one_of("inherit", "deny", "controlled")
boundary = record(
    {
        "sandbox": sandbox,
        "egress": egress,
        "privilege_gain_blocked": boolean,
        "backend": one_of("native", "linux_managed", "linux_bubblewrap", "macos_seatbelt"),
        "policy_digest": sha256,
    },
    {"identity": record({"uid": u32, "gid": u32})},
)
device_descriptor = record(
    {
        "device_id": identifier,
        "generation": positive,
        "path_style": one_of("posix", "windows"),
        "default_working_directory": path_text,
        "directory_discovery": boolean,
        "limits": limits,
        "lifecycle": lifecycle,
        "boundary": boundary,
    },
    {"display_name": text(r".{1,256}"), "description": text(r".{1,4096}")},
    {"available_methods": (strings, [])},
)
session_descriptor = record(
    {
        "device_id": identifier,
        "generation": positive,
        "session_id": identifier,
        "working_directory": path_text,
        "limits": limits,
        "execution_features": record({name: boolean for name in FEATURES}),
        "lifecycle": lifecycle,
        "boundary": boundary,
    },
    None,
    {"available_methods": (strings, []), "shell_profiles": (list_of(record({})), [])},
)
receipt = record(
    {
        "operation_id": text(r".{1,128}"),
        "method": identifier,
        "device_id": identifier,
        "session_id": identifier,
        "generation": positive,
        "request_digest": sha256,
        "stage": one_of("accepted", "dispatched", "exec_confirmed", "completed", "unknown"),
        "observed_at": timestamp,
    },
    {"outcome": one_of("succeeded", "failed", "cancelled", "timed_out", "unknown")},
)
observation_members = {
    "observation_id": identifier,
    "target_id": identifier,
    "width": size,
    "height": size,
    "mime_type": identifier,
    "captured_at": timestamp,
}
observation_answer = {"reader": text(r"screen-.+"), "size_bytes": positive, "expires_at": timestamp}
observe = record({"observation": record(observation_members), **observation_answer})
observe_0_100 = record(
    {
        "observation": record(
            observation_members,
            {"pointer": record({"x": i32, "y": i32}), "changed": ratio},
        ),
        **observation_answer,
    }
)
completion = record(
    {"produced_bytes": u64, "digest": record({"algorithm": one_of("sha256"), "value": sha256})}
)
action = record(
    {
        "receipt": receipt,
        "effect": one_of("not_executed", "executed", "partial", "unknown"),
        "input_cleanup_complete": boolean,
    }
)
target = record({"target_id": identifier, "name": identifier, "width": size, "height": size})
entry = record({"name": identifier, "path": path_text})

RESULTS = {
    "initialize": record(
        {
            "protocol_version": one_of("0.1", "0.100"),
            "server": record({"name": one_of("a13n-envd"), "version": identifier}),
            "descriptor": device_descriptor,
        }
    ),
    "device.describe": record({"descriptor": device_descriptor}),
    "directory.list": record(
        {"path": path_text},
        {"parent_path": path_text, "next_offset": u64},
        {"entries": (list_of(entry), [])},
    ),
    "session.open": record({"descriptor": session_descriptor}),
    "session.attach": record({"descriptor": session_descriptor}),
    "session.keepalive": record({"alive": just(True)}),
    "session.close": record({"closed": just(True)}),
    "environment.readiness": record(
        {
            "ready": boolean,
            "device_id": identifier,
            "generation": positive,
            "session_id": identifier,
        }
    ),
    "environment.describe": record({"descriptor": session_descriptor}),
    "operation.cancel": record(
        {
            "status": one_of(
                "not_found", "already_terminal", "cancellation_requested", "not_cancellable"
            )
        }
    ),
    "receipt.get": record({"receipt": receipt}),
    "computer.describe": record(
        {"observe_ready": boolean, "input_ready": boolean},
        None,
        {
            "targets": (list_of(target), []),
            "scroll_units": (list_of(one_of("pixels", "steps")), []),
        },
    ),
    "computer.observe": observe,
    "computer.close_observation": record({"completion": completion}),
    "computer.click": action,
    "computer.move": action,
    "computer.drag": action,
    "computer.scroll": action,
    "computer.press_keys": action,
}
