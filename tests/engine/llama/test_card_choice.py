"""A card is used if it is faster than the processor, as a measurement of before or of now says."""

import ctypes
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.backend_probe import CONFINED, MEASURE, ProbeAnswer, first_answer, refusal_of
from engine.core.process import isolate
from engine.ipc.entry_points import own_command
from engine.ipc.lazy_text import LazyText, lazy
from engine.llama import device_trial
from engine.llama.backend_loading import (
    GpuBackend,
    devices_of,
    load_gpu_backends,
    load_processor_backend,
    refusals,
)
from engine.llama.capi import lib
from engine.llama.card_speed import turn_seconds
from engine.llama.device_trial import (
    FILE_NAME,
    hindered_backend,
    judgements,
    needs_measurement,
)
from engine.llama.devices import Device, placement, wanted_layers
from engine.llama.loader import devices_worth_using
from engine.llama.model import CardUse, use_cards
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed

CARD = "Radeon RX 580"
GPU = [Device("NVIDIA Test", 8 << 30)]


class Probe:
    """Answers in place of the process that tries a driver."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.measured_count = 0
        self.driver = "Mesa 25.0"
        self.measured = answer_with(1.0)
        monkeypatch.setattr(device_trial, "answer_of", self.answer_of)
        monkeypatch.setattr("engine.backend_probe.answer_of", self.answer_of)

    def answer_of(self, path: Path | None, mode: str = "", *, seconds: float = 0.0) -> ProbeAnswer:
        if mode == MEASURE:
            self.measured_count += 1
            return self.measured
        return ProbeAnswer(None, (CARD,), self.driver)

    def restart(self) -> None:
        """Have the next question be asked by a new engine process."""
        first_answer.cache_clear()
        judgements.cache_clear()


def answer_with(card_seconds: float | None) -> ProbeAnswer:
    return ProbeAnswer(None, (CARD,), "", 4.0, ((CARD, card_seconds),))


@pytest.fixture
def packs(tmp_path: Path) -> Path:
    folder = tmp_path / "packs"
    folder.mkdir()
    (folder / "libggml-vulkan.so").write_bytes(b"")
    return folder


@pytest.fixture
def probe(monkeypatch: pytest.MonkeyPatch) -> Probe:
    return Probe(monkeypatch)


def test_a_card_that_is_faster_is_used(probe: Probe, packs: Path) -> None:
    (judged,) = judgements(packs, None)
    assert (judged.slow, judged.reason) == (frozenset(), None)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (8.0, "takes 8.0 s for work that the processor does in 4.0 s"),
        (3.9, "takes 3.9 s"),  # not worth it
        (None, "several times slower"),
    ],
)
def test_a_card_that_is_slower_is_left_out_and_that_is_said(
    probe: Probe, packs: Path, seconds: float | None, words: str
) -> None:
    probe.measured = answer_with(seconds)
    judged = judgements(packs, None)
    assert judged[0].slow == {CARD}
    text = refusals(load_gpu_backends(str(packs), judged))
    assert text.startswith("Vulkan: ")
    assert words in text


def test_a_measurement_is_made_once_for_each_driver(
    probe: Probe, packs: Path, tmp_path: Path
) -> None:
    probe.measured = answer_with(8.0)
    memory = tmp_path / "kept"
    for _ in range(3):
        probe.restart()
        assert judgements(packs, memory)[0].reason is not None
    assert probe.measured_count == 1
    probe.driver, probe.measured = "Mesa 25.1", answer_with(1.0)
    probe.restart()
    assert judgements(packs, memory)[0].reason is None
    assert probe.measured_count == 2


def test_what_a_busy_machine_measured_is_used_once_and_not_remembered(
    probe: Probe, packs: Path, tmp_path: Path
) -> None:
    probe.measured = replace(answer_with(1.0), is_disturbed=True)
    assert judgements(packs, tmp_path)[0].reason is None
    probe.measured = answer_with(8.0)
    probe.restart()
    assert judgements(packs, tmp_path)[0].reason is not None
    assert probe.measured_count == 2


def test_only_a_new_card_or_driver_needs_a_measurement(
    probe: Probe, packs: Path, tmp_path: Path
) -> None:
    assert not needs_measurement(tmp_path / "no packs", tmp_path)
    assert needs_measurement(packs, tmp_path)
    judgements(packs, tmp_path)
    probe.restart()
    assert not needs_measurement(packs, tmp_path)
    probe.driver = "Mesa 25.1"
    probe.restart()
    assert needs_measurement(packs, tmp_path)


def test_the_user_is_told_of_a_measurement_before_it_begins(
    monkeypatch: pytest.MonkeyPatch, probe: Probe, packs: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr("engine.core.process.confine", lambda *_arguments, **_options: LazyText())
    told: list[tuple[str, int]] = []
    for _ in range(2):
        isolate(
            [str(tmp_path / "kept"), str(packs)],
            lambda text: told.append((text, probe.measured_count)),
        )
        probe.restart()
    assert told == [("Comparing the graphics card with the processor…", 0)]


def test_another_file_of_the_backend_is_measured_again(
    probe: Probe, packs: Path, tmp_path: Path
) -> None:
    judgements(packs, tmp_path)
    (packs / "libggml-vulkan.so").write_bytes(b"a newer one")
    probe.restart()
    judgements(packs, tmp_path)
    assert probe.measured_count == 2


def test_a_crash_means_the_processor_until_the_driver_changes(
    probe: Probe, packs: Path, tmp_path: Path
) -> None:
    crash = lazy("its driver crashed when it was tested ({crash}).", crash="SIGSEGV")
    probe.measured = ProbeAnswer(crash, has_crashed=True)
    for _ in range(2):
        probe.restart()
        (judged,) = judgements(packs, tmp_path)
        assert judged.slow == {CARD}
        assert judged.reason == crash
    assert probe.measured_count == 1


def test_a_driver_that_did_not_answer_is_asked_again_at_the_next_start(
    probe: Probe, packs: Path, tmp_path: Path
) -> None:
    probe.measured = ProbeAnswer(lazy("its driver did not answer within 10 seconds."))
    assert judgements(packs, tmp_path)[0].slow == {CARD}
    probe.restart()
    judgements(packs, tmp_path)
    assert probe.measured_count == 2


@pytest.mark.parametrize("content", [b'[{"key"', b'[{"speeds": {"crash": ' + b"[" * 20_000])
def test_a_damaged_memory_is_measured_anew(
    probe: Probe, packs: Path, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / FILE_NAME).write_bytes(content)
    judgements(packs, tmp_path)
    assert probe.measured_count == 1
    assert CARD in (tmp_path / FILE_NAME).read_text()


def test_cards_of_other_backends_are_not_measured(probe: Probe, tmp_path: Path) -> None:
    (tmp_path / "libggml-cuda.so").write_bytes(b"")
    assert judgements(tmp_path, None) == ()
    assert probe.measured_count == 0


def test_the_processor_is_measured_in_a_moment() -> None:
    found = turn_seconds()
    assert found.processor_seconds > 0
    assert found.card_seconds == {}


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs a compiler")
@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("libcuda.so.1", "libcuda.so.1 was not found. Install the driver of the graphics card."),
        (
            "libcudart.so.99",
            "libcudart.so.99 of CUDA was not found. Install the package hubbub-cuda or NVIDIA's "
            "CUDA toolkit.",
        ),
    ],
)
def test_a_part_for_cuda_without_what_it_loads_is_a_sentence(
    tmp_path: Path, name: str, sentence: str
) -> None:
    assert refusal_of(part_without(name, tmp_path)) == sentence


@pytest.mark.skipif(sys.platform != "linux" or not shutil.which("cc"), reason="needs a compiler")
def test_a_packaged_program_names_the_missing_driver_as_well(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    class PackagedCDLL(ctypes.CDLL):
        """As PyInstaller replaces it."""

        def __init__(self, name: str) -> None:
            try:
                super().__init__(name)
            except OSError as error:
                raise OSError(f"Failed to load dynlib/dll {name!r}.") from error

    part = part_without("libcuda.so.1", tmp_path)
    monkeypatch.setattr(ctypes, "CDLL", PackagedCDLL)
    with pytest.raises(ModelLoadFailed, match=r"libcuda\.so\.1 was not found"):
        devices_of(part)


def part_without(name: str, tmp_path: Path) -> Path:
    """Compile a GPU backend that loads a library which is not there."""
    code = tmp_path / "part.c"
    code.write_text("int driver(void); void *ggml_backend_init(void) { driver(); return 0; }\n")
    (tmp_path / "driver.c").write_text("int driver(void) { return 0; }\n")
    library = tmp_path / name
    build = ["cc", "-shared", "-fPIC"]
    soname = [f"-Wl,-soname,{library.name}", "-o", str(library)]
    subprocess.run([*build, *soname, str(tmp_path / "driver.c")], check=True)
    part = tmp_path / "libggml-cuda.so"
    subprocess.run([*build, str(code), "-o", str(part), str(library)], check=True)
    library.unlink()
    return part


def test_a_library_is_told_to_use_none_of_the_cards_that_it_knows() -> None:
    params = lib.llama_model_default_params()
    kept = use_cards(params, CardUse(uses_none=True))
    (handles,) = kept
    assert list(handles) == [None]  # type: ignore[call-overload]
    assert params.devices
    assert not use_cards(lib.llama_model_default_params(), CardUse())


def test_a_card_that_is_slow_by_vulkan_is_used_by_cuda(probe: Probe, packs: Path) -> None:
    probe.measured = answer_with(8.0)
    known = [
        Device(CARD, 1, handle=1, backend="CUDA"),
        Device(CARD, 1, handle=2, backend="Vulkan"),
        Device("Another card", 1, handle=3, backend="Vulkan"),
    ]
    config = EngineConfig(gpu_backend_dir=str(packs))
    assert [each.handle for each in devices_worth_using(known, config)] == [1, 3]
    asked = EngineConfig(gpu_backend_dir=str(packs), gpu_layer_count=4)
    assert devices_worth_using(known, asked) == known, "a number that was set is followed"


@pytest.mark.parametrize(
    ("asked", "given", "devices", "text"),
    [
        (None, 0, [], "This build of Hubbub supports the processor only."),
        (None, -1, GPU, "All 28 layers are on NVIDIA Test."),
        (None, 20, GPU, "20 of 28 layers are on NVIDIA Test: the rest did not fit."),
        (10, 10, GPU, "10 of 28 layers are on NVIDIA Test: as set in the settings."),
        (None, 0, GPU, "There is not enough memory on NVIDIA Test."),
        (0, 0, GPU, "The settings keep the model off the graphics card."),
    ],
)
def test_the_user_is_told_where_the_layers_are(
    asked: int | None, given: int, devices: list[Device], text: str
) -> None:
    assert placement(asked, given, 28, devices).reason == text


def test_experts_that_stay_behind_are_told() -> None:
    reason = placement(None, -1, 28, GPU, keeps_experts=True).reason
    assert reason == (
        "All 28 layers are on NVIDIA Test, but for their experts, which stay in main memory."
    )


def test_all_layers_are_tried_first_where_there_is_a_gpu() -> None:
    assert wanted_layers(None, GPU) < 0
    assert wanted_layers(12, GPU) == 12
    assert wanted_layers(None, []) == 0


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


@pytest.fixture(autouse=True)
def nothing_remembered() -> None:
    first_answer.cache_clear()
    judgements.cache_clear()


def works(monkeypatch: pytest.MonkeyPatch, *, free: bool, confined: bool) -> None:
    """Have drivers work, or not, outside the sandbox and in it."""

    def answer(path: Path | None, mode: str = "", *, seconds: float = 0.0) -> ProbeAnswer:
        if path is None:
            return ProbeAnswer(None)
        is_working = confined if mode == CONFINED else free
        return ProbeAnswer(None if is_working else lazy("its driver crashed."), ("A card",))

    monkeypatch.setattr("engine.backend_probe.answer_of", answer)
    monkeypatch.setattr(device_trial, "answer_of", answer)


@pytest.mark.parametrize(("free", "confined"), [(True, True), (False, False)])
def test_a_card_that_the_sandbox_makes_no_difference_to_hinders_none(
    monkeypatch: pytest.MonkeyPatch, packs: Path, free: bool, confined: bool
) -> None:
    works(monkeypatch, free=free, confined=confined)
    assert hindered_backend(packs) is None


def test_for_a_card_that_fails_in_it_there_is_no_sandbox_and_that_is_said(
    monkeypatch: pytest.MonkeyPatch, packs: Path
) -> None:
    works(monkeypatch, free=True, confined=False)
    said = isolate([str(packs / "kept"), str(packs)], lambda _text: None)
    assert said == "The engine runs without a sandbox: Vulkan does not work in one."


def test_where_nothing_computes_on_cards_no_process_is_started(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def run(*_arguments: object, **_options: object) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr("subprocess.run", run)
    assert hindered_backend(tmp_path) is None
    assert hindered_backend(tmp_path / "absent") is None


def test_a_file_that_is_no_driver_is_tried_and_hinders_nothing(packs: Path) -> None:
    assert hindered_backend(packs) is None


def test_a_backend_can_be_tried_in_the_sandbox() -> None:
    assert try_backend(CONFINED)["processor"] == "built in"
