"""What set-up finds of graphics cards, with small programs in place of NVIDIA's and others."""

import sys
from pathlib import Path

import pytest

from build_choice import BuildChoice, choose, install
from commands import Commands
from failure import BuildFailed, SetupFailed
from graphics_card import CUDA_ARGS, VULKAN_ARGS, Choice, RenderNode, decide
from graphics_facts import Machine
from virtual_environment import Origin, Plan, Stamp, VirtualEnvironment, own_args

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="cards are looked for on Linux")

WORKING_SMI = "echo 550.54.14"
BROKEN_SMI = """echo "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver."
exit 9"""
NVCC = "echo 'Cuda compilation tools, release 12.4, V12.4.131'"
GCC = 'case "$1" in -dumpversion) echo 12;; *) echo "g++ (Debian 12.2.0) 12.2.0";; esac'
KERNEL_MODULE = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.14  Thu Feb 22 01:44:30\n"


class StandIn:
    """A system in a folder, with programs of its own."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.programs = root / "programs"
        self.programs.mkdir()
        self.environment = {"PATH": f"{self.programs}:/bin:/usr/bin"}

    def has_program(self, name: str, text: str) -> None:
        path = Path(name) if "/" in name else self.programs / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)

    def has_file(self, name: str, text: str = "") -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def has_card(self, vendor: str, driver: str) -> None:
        self.has_file("dev/dri/renderD128")
        self.has_file("sys/class/drm/renderD128/device/vendor", f"{vendor}\n")
        (self.root / "drivers" / driver).mkdir(parents=True)
        device = self.root / "sys/class/drm/renderD128/device"
        (device / "driver").symlink_to(self.root / "drivers" / driver)

    @property
    def machine(self) -> Machine:
        # Only the programs of the stand-in: this machine may have its own nvcc.
        return Machine({**self.environment, "PATH": str(self.programs)}, self.root)


@pytest.fixture
def system(tmp_path: Path) -> StandIn:
    return StandIn(tmp_path)


def test_without_a_hint_of_a_card_nothing_is_asked(system: StandIn) -> None:
    for name in ("nvcc", "glslc"):  # a build machine may have the toolkit
        system.has_program(name, f"touch {system.root}/asked")
    built = choose({}, None, system.machine)
    assert built == BuildChoice(Choice(), Origin())
    assert not (system.root / "asked").exists()


def test_a_driver_that_answers_and_nvcc_mean_cuda(system: StandIn) -> None:
    system.has_program("nvidia-smi", WORKING_SMI)
    system.has_program("nvcc", NVCC)
    system.has_program("c++", GCC)
    facts = system.machine.gather()
    assert (facts.driver, facts.gcc) == ("550.54.14", 12)
    assert facts.nvcc is not None
    assert facts.nvcc.version == (12, 4)
    assert decide(facts).backend == "cuda"


def test_of_a_long_line_with_controls_only_its_printable_beginning_is_repeated(
    system: StandIn,
) -> None:
    system.has_program("nvidia-smi", r"printf '\007\n\033[31mNo card\n'")
    assert system.machine.gather().driver_trouble == "[31mNo card."
    system.has_program("nvidia-smi", "printf '%01000d' 0")
    assert system.machine.gather().driver_trouble == "0" * 160 + "."


def test_what_a_broken_nvidia_smi_says_is_repeated(system: StandIn) -> None:
    system.has_program("nvidia-smi", BROKEN_SMI)
    system.has_program("nvcc", NVCC)
    choice = decide(system.machine.gather())
    assert choice.backend == "cpu"
    assert "couldn't communicate with the NVIDIA driver. Compiling for the proc" in choice.sentence


def test_nvcc_is_found_where_installers_put_it(system: StandIn) -> None:
    nvcc = system.root / "usr/local/cuda/bin/nvcc"
    system.has_program("nvidia-smi", WORKING_SMI)
    system.has_program(str(nvcc), NVCC)
    system.has_file("usr/local/cuda/include/crt/host_config.h", "#if __GNUC__ > 13\n#error\n")
    system.has_file("usr/local/cuda/lib64/libcublas.so")
    facts = system.machine.gather()
    assert facts.nvcc is not None
    assert facts.nvcc.newest_gcc == 13
    assert decide(facts).cmake_args == (
        f"{CUDA_ARGS} -DCMAKE_CUDA_COMPILER={nvcc} "
        f"-DCMAKE_SHARED_LINKER_FLAGS=-Wl,-rpath,{system.root}/usr/local/cuda/lib64"
    )


def test_a_toolkit_without_cublas_is_known_by_its_headers(system: StandIn) -> None:
    nvcc = system.root / "usr/local/cuda/bin/nvcc"
    system.has_program("nvidia-smi", WORKING_SMI)
    system.has_program(str(nvcc), NVCC)
    system.has_file("usr/local/cuda/include/cuda_runtime.h")
    assert "has no cuBLAS" in decide(system.machine.gather()).sentence
    system.has_file("usr/local/cuda/include/cublas_v2.h")
    assert decide(system.machine.gather()).backend == "cuda"


def test_wsl_keeps_nvidia_smi_where_no_shell_looks(system: StandIn) -> None:
    system.has_file("usr/lib/wsl/lib/libcuda.so.1")
    system.has_program(str(system.root / "usr/lib/wsl/lib/nvidia-smi"), "echo 581.42")
    assert system.machine.has_hint()
    assert system.machine.gather().driver == "581.42"


def test_a_driver_in_proc_without_devices_is_the_one_of_the_host(system: StandIn) -> None:
    system.has_file("proc/driver/nvidia/version", KERNEL_MODULE)
    assert "--gpus all" in decide(system.machine.gather()).sentence
    system.has_file("dev/nvidiactl")
    assert system.machine.gather().driver == "550.54.14"


def test_a_card_is_known_by_its_vendor_and_driver(system: StandIn) -> None:
    system.has_card("0x1002", "amdgpu")
    system.has_file("usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
    facts = system.machine.gather()
    assert facts.render_nodes == (RenderNode(0x1002, "amdgpu"),)
    assert not facts.has_vulkan_driver, "llvmpipe computes on the processor"
    system.has_file("usr/share/vulkan/icd.d/radeon_icd.x86_64.json")
    assert system.machine.gather().has_vulkan_driver


def test_headers_and_what_apt_would_install_are_read(system: StandIn) -> None:
    header = "#define VK_HEADER_VERSION 239\n#define VK_HEADER_VERSION_COMPLETE "
    header += "VK_MAKE_API_VERSION(0, 1, 3, VK_HEADER_VERSION)\n"
    system.has_file("usr/include/vulkan/vulkan_core.h", header)
    system.has_program("apt-get", "")
    offer = "libvulkan-dev:\n  Installed: (none)\n  Candidate: 1.3.239.0-1\n"
    system.has_program("apt-cache", f"/bin/cat <<'END'\n{offer}END")
    facts = system.machine.gather()
    assert facts.headers == (1, 3, 239)
    assert facts.offered_headers == (1, 3, 239, 0)
    assert not facts.offers_glslc


def test_the_arguments_of_the_user_go_before_everything(system: StandIn) -> None:
    system.has_program("nvidia-smi", f"touch {system.root}/asked")
    environment = {"CMAKE_ARGS": " -DGGML_BLAS=on ", "HUBBUB_BACKEND": "vulkan"}
    built = choose(environment, None, system.machine)
    assert built.choice.cmake_args == "-DGGML_BLAS=on"
    assert not built.may_fall_back
    assert choose({"CMAKE_ARGS": ""}, None, system.machine).choice.backend == "cpu"
    assert not (system.root / "asked").exists()


def test_what_was_asked_for_stays_until_something_else_is(system: StandIn) -> None:
    system.has_program("nvidia-smi", WORKING_SMI)
    system.has_program("nvcc", NVCC)
    asked = choose({"HUBBUB_BACKEND": "cpu"}, None, system.machine)
    stamp = Stamp({}, asked.choice.cmake_args, "3.12.1", own_args(), origin=asked.origin)
    assert choose({}, stamp, system.machine).choice.backend == "cpu"
    assert choose({"HUBBUB_BACKEND": "cuda"}, stamp, system.machine).choice.backend == "cuda"
    with pytest.raises(SetupFailed, match="cpu, cuda or vulkan"):
        choose({"HUBBUB_BACKEND": "gpu"}, stamp, system.machine)


def test_facts_that_have_not_changed_start_no_program(system: StandIn) -> None:
    system.has_program("nvidia-smi", f"touch {system.root}/asked; {WORKING_SMI}")
    system.has_program("nvcc", NVCC)
    first = choose({}, None, system.machine)
    stamp = Stamp({}, first.choice.cmake_args, "3.12.1", own_args(), origin=first.origin)
    (system.root / "asked").unlink(missing_ok=True)
    again = choose({}, stamp, system.machine)
    assert (again.choice.cmake_args, again.choice.sentence) == (CUDA_ARGS, "")
    assert not (system.root / "asked").exists()


def test_a_stamp_of_before_keeps_what_its_user_asked_for(tmp_path: Path) -> None:
    old = Stamp({}, "-DGGML_CUDA=on", "3.12.1", own_args(), origin=Origin("CMAKE_ARGS"))
    old.write(tmp_path)
    assert Stamp.read(tmp_path) == old
    text = (tmp_path / "hubbub-setup.json").read_text()
    assert "origin" in text
    (tmp_path / "hubbub-setup.json").write_text(
        '{"locks": {}, "cmake_args": "-DGGML_CUDA=on", "python": "3.12.1"}'
    )
    read = Stamp.read(tmp_path)
    assert read is not None
    assert read.origin == Origin("CMAKE_ARGS")


class FakeEnvironment(VirtualEnvironment):
    """Fails to compile for cards."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.folder = folder
        self.tried: list[str] = []

    def install(self, plan: Plan, commands: Commands, origin: Origin) -> None:
        self.tried.append(plan.cmake_args)
        if plan.cmake_args:
            raise BuildFailed("llama-cpp-python could not be compiled.")
        Stamp(plan.locks, plan.cmake_args, "3.12.1", own_args(), origin=origin).write(self.folder)


def test_a_failure_for_the_card_leaves_the_processor_and_is_not_repeated(system: StandIn) -> None:
    system.has_program("nvidia-smi", WORKING_SMI)
    system.has_program("nvcc", NVCC)
    environment, said = FakeEnvironment(system.root), list[str]()
    built = choose({}, None, system.machine)
    install(
        environment,
        Plan({}, built.choice.cmake_args),
        built,
        Commands(system.root / "setup.log"),
        provide_packages=lambda packages: None,
        say=said.append,
    )
    assert environment.tried == [CUDA_ARGS, ""]
    assert len(said) == 1
    assert "Compiling for CUDA failed" in said[0]
    stamp = Stamp.read(system.root)
    assert choose({}, stamp, system.machine).choice.cmake_args == ""
    # Another toolkit is another try.
    system.has_program("nvcc", NVCC.replace("12.4", "12.6"))
    assert choose({}, stamp, system.machine).choice.cmake_args == CUDA_ARGS


def test_packages_that_cannot_be_installed_leave_the_processor(system: StandIn) -> None:
    environment = FakeEnvironment(system.root)
    built = BuildChoice(Choice("vulkan", VULKAN_ARGS, ("glslc",)), Origin("", "signs"))

    def refuse(packages: tuple[str, ...]) -> None:
        raise SetupFailed(f"no {packages}")

    commands = Commands(system.root / "setup.log")
    plan = Plan({}, VULKAN_ARGS)
    install(environment, plan, built, commands, provide_packages=refuse, say=lambda text: None)
    assert environment.tried == [""]


def test_arguments_of_the_user_that_fail_are_a_failure(system: StandIn) -> None:
    environment = FakeEnvironment(system.root)
    built = choose({"CMAKE_ARGS": CUDA_ARGS}, None, system.machine)
    plan, commands = Plan({}, CUDA_ARGS), Commands(system.root / "setup.log")
    with pytest.raises(BuildFailed):
        install(
            environment, plan, built, commands, provide_packages=lambda _: None, say=lambda _: None
        )
