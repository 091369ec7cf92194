"""What the engine computes with: chosen among files, tried elsewhere, refused in words."""

import json
import subprocess
from pathlib import Path

from engine.ipc.entry_points import own_command
from engine.ipc.lazy_text import lazy
from engine.llama.backend_loading import (
    GpuBackend,
    load_gpu_backends,
    load_processor_backend,
    refusals,
)


def try_backend(*arguments: str) -> dict[str, object]:
    command = [*own_command("engine.llama.probe_process"), *arguments]
    answer = subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
    said = json.loads(answer.splitlines()[-1])
    assert isinstance(said, dict)
    return said


def test_a_library_for_this_machine_loads_nothing_more() -> None:
    assert load_processor_backend() is None
    assert load_gpu_backends() == ()


def test_a_process_says_what_runs_here() -> None:
    said = try_backend()
    assert said["processor"] == "built in"
    assert said["trouble"] is None


def test_a_file_that_is_no_backend_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "libggml-vulkan.so"
    path.write_bytes(b"no library")
    said = try_backend(str(path))
    assert said["devices"] == []
    assert "made for another version" in str(said["trouble"])


def test_only_what_is_refused_is_told() -> None:
    used = GpuBackend(Path("libggml-cuda.so"), "CUDA", None)
    refused = GpuBackend(Path("libggml-vulkan.so"), "Vulkan", lazy("no graphics card was found."))
    assert refusals([used, refused]) == "Vulkan: no graphics card was found."
    assert refusals([used]) == ""
