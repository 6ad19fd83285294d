"""What is said of the device outside sessions."""

import os
from pathlib import Path
from typing import Any

from eip.envelope import Answer
from eip.results import RESULTS
from suite.bench import Bench, initialize
from suite.case import Case
from suite.expect import equal, refused_early, that


async def described(bench: Bench) -> None:
    peer = await bench.shared()
    result = (await peer.connection.ask("device.describe")).value()
    RESULTS["device.describe"](result, "device.describe")
    equal(result["descriptor"], peer.descriptor, "descriptor")
    answer = await peer.connection.ask("device.describe", {"more": 1})
    refused_early(answer, "invalid_params", hint="never")


async def listed(bench: Bench) -> None:
    root = plant(bench)
    result = (await listing(bench, path=str(root), limit=100)).value()
    RESULTS["directory.list"](result, "directory.list")
    equal(result["path"], str(root), "path")
    equal(result["parent_path"], str(root.parent), "parent_path")
    names = [entry["name"] for entry in result["entries"]]
    equal(sorted(names), ["a", "b", "c ü", "d"], "names of the directories")
    equal({entry["path"] for entry in result["entries"]}, {f"{root}/{n}" for n in names}, "paths")
    that("next_offset" not in result, "next_offset after the last page")
    top = (await listing(bench, path="/", limit=1)).value()
    that("parent_path" not in top, "the root has a parent")


async def odd_names(bench: Bench) -> None:
    """Names that no path can hold are left out, and the others come whole."""
    root = bench.desktop.directory / "odd"
    names = ("a\nb", "back\\slash", "\u202e", "e\u0301", ".hidden", "  ", "C:")
    for name in names:
        os.makedirs(root / name, exist_ok=True)
    os.makedirs(os.fsencode(root) + b"/broken\xff", exist_ok=True)
    result = (await listing(bench, path=str(root), limit=100)).value()
    RESULTS["directory.list"](result, "directory.list")
    found = {entry["name"] for entry in result["entries"]}
    that(set(names) - {".hidden"} <= found, f"missing {sorted(set(names) - found)}")
    for entry in result["entries"]:
        deeper = await listing(bench, path=entry["path"], limit=1)
        equal(deeper.value()["path"], entry["path"], "path")


async def listed_in_pages(bench: Bench) -> None:
    root = plant(bench)
    found: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = (await listing(bench, path=str(root), limit=3, offset=offset)).value()
        entries = page.get("entries", [])
        that(len(entries) <= 3, f"{len(entries)} entries on a page of 3")
        found += [entry["name"] for entry in entries]
        offset = page.get("next_offset")
    equal(sorted(found), ["a", "b", "c ü", "d"], "names over all pages")


async def listing_refused(bench: Bench) -> None:
    for path in ("relative", "/a/../b", "/a//b", "/a/", "/a/.", "", "/a\0b"):
        answer = await listing(bench, path=path, limit=1)
        refused_early(answer, "invalid_params", hint="never", field="path")
    for limit in (0, -1, 1.5, "1", True, 2**64):
        answer = await listing(bench, path="/", limit=limit)
        refused_early(answer, "invalid_params", hint="never", field="limit")
    answer = await listing(bench, path="/", limit=1, more=1)
    refused_early(answer, "invalid_params", hint="never")
    answer = await listing(bench, path="/no/such/directory", limit=1)
    refused_early(answer, "not_found_or_denied", hint="never")
    answer = await listing(bench, path="/", limit=1, expected_device_id="device-other")
    refused_early(answer, "not_found_or_denied", hint="never")
    generation = (await bench.shared()).descriptor["generation"]
    answer = await listing(bench, path="/", limit=1, expected_generation=generation + 1)
    refused_early(answer, "stale_generation", hint="after_refresh")


async def largest_limit(bench: Bench) -> None:
    result = (await listing(bench, path="/", limit=2**64 - 1)).value()
    that(result["entries"] != [], "no entries of /")
    past = (await listing(bench, path="/", limit=1, offset=2**63)).value()
    that("entries" not in past, "entries beyond the end")


async def not_opted_in(bench: Bench) -> None:
    """Without computer use the device has sessions and no desktop."""
    connection = await bench.fresh("--computer-use", "false")
    peer = await initialize(connection, "0.1")
    offered = [name for name in peer.descriptor["available_methods"] if "computer" in name]
    equal(offered, [], "computer methods offered")
    answer = await peer.open(required_methods=["computer.observe"])
    refused_early(answer, "unsupported", field="required_methods")
    session = await bench.session(peer=peer)
    for method in ("computer.describe", "computer.observe", "computer.click"):
        refused_early(await session.call(method), "method_not_found", hint="never")


def plant(bench: Bench) -> Path:
    root = bench.desktop.directory / "listed"
    for name in ("a", "b", "c ü", "d"):
        os.makedirs(root / name, exist_ok=True)
    (root / "file.txt").write_text("a file, not a directory")
    return root


async def listing(bench: Bench, **params: Any) -> Answer:
    peer = await bench.shared()
    expected = {
        "expected_device_id": peer.descriptor["device_id"],
        "expected_generation": peer.descriptor["generation"],
    }
    return await peer.connection.ask("directory.list", {**expected, **params})


CASES = (
    Case("device.describe repeats the descriptor of initialize", described),
    Case("without computer use no computer method is served", not_opted_in),
    Case("directory.list names the directories of a directory", listed),
    Case("directory.list copes with odd names", odd_names),
    Case("directory.list gives everything once over its pages", listed_in_pages),
    Case("directory.list refuses what it must", listing_refused),
    Case("directory.list holds u64 beyond 2^53", largest_limit),
)
