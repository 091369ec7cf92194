"""Set-up chooses CUDA, Vulkan or the processor: situations from public bug reports."""

from typing import NamedTuple

import pytest

from failure import SetupFailed
from graphics_card import (
    CUDA_ARGS,
    VULKAN_ARGS,
    Choice,
    Facts,
    Nvcc,
    RenderNode,
    decide,
    fallen_back,
    forced,
)

NVCC_12 = Nvcc("/usr/bin/nvcc", (12, 4), newest_gcc=13)
NVCC_13 = Nvcc("/usr/local/cuda/bin/nvcc", (13, 0), is_in_path=False, newest_gcc=15)
AMD, INTEL = RenderNode(0x1002, "amdgpu"), RenderNode(0x8086, "i915")
GEFORCE, NOUVEAU = RenderNode(0x10DE, "nvidia"), RenderNode(0x10DE, "nouveau")
READY = Facts(
    has_loader=True,
    has_vulkan_driver=True,
    headers=(1, 4, 309),
    has_glslc=True,
    has_spirv_headers=True,
)
NO_SMI_ANSWER = (
    "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver. Make sure that "
    "the latest NVIDIA driver is installed and running."
)
MISMATCH = "Failed to initialize NVML: Driver/library version mismatch."
PACKAGES = ("libvulkan-dev", "glslc", "spirv-headers", "mesa-vulkan-drivers")


class Situation(NamedTuple):
    """A machine from a public report, and the expected choice."""

    name: str
    facts: Facts
    backend: str
    words: str
    args: str = ""
    packages: tuple[str, ...] = ()


SITUATIONS = [
    Situation(
        "driver and toolkit",
        READY._replace(driver="550.54", nvcc=NVCC_12, gcc=12),
        "cuda",
        "nvcc 12.4",
    ),
    # ggml-org/llama.cpp#3459
    Situation("driver without toolkit", Facts("550.54"), "cpu", "but not nvcc. Install the CUDA"),
    Situation(
        "driver without toolkit, with Vulkan",
        READY._replace(driver="550.54", render_nodes=(GEFORCE,)),
        "vulkan",
        "but not nvcc",
    ),
    # abetlen/llama-cpp-python#459, #1779
    Situation(
        "toolkit not in PATH",
        Facts("580.95", nvcc=NVCC_13, gcc=14),
        "cuda",
        "nvcc 13.0",
        f"{CUDA_ARGS} -DCMAKE_CUDA_COMPILER=/usr/local/cuda/bin/nvcc",
    ),
    # ID-Robots/clawbox#61: no nvidia-smi, and nvcc is not in the PATH of services
    Situation(
        "Jetson",
        Facts(is_jetson=True, nvcc=NVCC_13._replace(version=(12, 6)), gcc=11),
        "cuda",
        "Found NVIDIA's driver and nvcc 12.6",
    ),
    # ggml-org/llama.cpp#9205
    Situation(
        "g++ newer than nvcc knows",
        Facts("550.54", nvcc=NVCC_12, gcc=14),
        "cpu",
        "nvcc 12.4 does not work with g++ 14. Install g++-13",
    ),
    # ollama/ollama#8809
    Situation(
        "g++ newer than nvcc knows, an older one is there",
        Facts("550.54", nvcc=NVCC_12, gcc=14, other_gcc="/usr/bin/g++-13"),
        "cuda",
        "compiling for CUDA",
        f"{CUDA_ARGS} -DCMAKE_CUDA_HOST_COMPILER=/usr/bin/g++-13",
    ),
    Situation(
        "g++ newer than nvcc knows, with Vulkan",
        READY._replace(driver="550.54", nvcc=NVCC_12, gcc=14, render_nodes=(GEFORCE,)),
        "vulkan",
        "Install g++-13",
    ),
    # abetlen/llama-cpp-python#1003
    Situation(
        "toolkit of Ubuntu 18.04",
        Facts("470.82", nvcc=Nvcc("/usr/bin/nvcc", (9, 1)), gcc=7),
        "cpu",
        "older than CUDA 11",
    ),
    Situation(
        "driver older than toolkit",
        Facts("535.183.01", nvcc=NVCC_13, gcc=12),
        "cpu",
        "too old for nvcc 13.0, which needs 580",
    ),
    # abetlen/llama-cpp-python#2106
    Situation(
        "toolkit without cuBLAS",
        Facts("580.95", nvcc=NVCC_13._replace(has_cublas=False), gcc=12),
        "cpu",
        "nvcc 13.0 has no cuBLAS",
    ),
    # mattshma/bigdata#133, GoogleCloudPlatform/compute-gpu-installation#18
    Situation(
        "driver gone after a kernel update",
        Facts(driver_trouble=NO_SMI_ANSWER, nvcc=NVCC_12, gcc=12),
        "cpu",
        "couldn't communicate with the NVIDIA driver",
    ),
    # NVIDIA/nvidia-container-toolkit#171
    Situation(
        "driver and library differ",
        READY._replace(driver_trouble=MISMATCH, nvcc=NVCC_12, gcc=12, render_nodes=(GEFORCE,)),
        "cpu",
        "Driver/library version mismatch",
    ),
    Situation(
        "broken NVIDIA card next to one of Intel",
        READY._replace(driver_trouble=MISMATCH, nvcc=NVCC_12, render_nodes=(GEFORCE, INTEL)),
        "vulkan",
        "Found a card (Intel)",
    ),
    Situation(
        "container that sees the driver of its host",
        Facts(driver_trouble="there is no /dev/nvidiactl. Start the container (--gpus all)."),
        "cpu",
        "--gpus all",
    ),
    Situation("AMD, all there", READY._replace(render_nodes=(AMD,)), "vulkan", "card (AMD)"),
    Situation("Intel, all there", READY._replace(render_nodes=(INTEL,)), "vulkan", "(Intel)"),
    # nomic-ai/gpt4all#1630
    Situation(
        "no glslc, set-up may install",
        Facts(render_nodes=(AMD,), has_apt=True, can_install=True, offered_headers=(1, 4, 309)),
        "vulkan",
        "compiling for Vulkan",
        packages=PACKAGES,
    ),
    Situation(
        "no glslc, set-up may not install",
        Facts(render_nodes=(AMD,), has_apt=True, offered_headers=(1, 4, 309)),
        "cpu",
        "sudo apt-get install -y --no-install-recommends libvulkan-dev glslc",
    ),
    Situation(
        "no glslc, other package manager",
        READY._replace(
            render_nodes=(AMD,),
            has_glslc=False,
        ),
        "cpu",
        "but not glslc. Install that",
    ),
    # Debian 12: 1.3.239 has no vk::LayerSettingEXT
    Situation(
        "headers of Debian 12",
        READY._replace(
            render_nodes=(AMD,),
            headers=(1, 3, 239),
            has_apt=True,
            can_install=True,
            offered_headers=(1, 3, 239),
        ),
        "cpu",
        "headers of Vulkan 1.3.272",
    ),
    Situation(
        "Ubuntu 22.04 has no glslc",
        Facts(
            render_nodes=(INTEL,),
            has_apt=True,
            can_install=True,
            offered_headers=(1, 3, 204),
            offers_glslc=False,
        ),
        "cpu",
        "Install LunarG's SDK; with it, HUBBUB_BACKEND=vulkan make setup",
    ),
    Situation("nouveau", READY._replace(render_nodes=(NOUVEAU,)), "cpu", "driver nouveau"),
    Situation(
        "not in the group render",
        READY._replace(render_nodes=(AMD._replace(is_accessible=False),)),
        "cpu",
        "usermod -aG render",
    ),
    Situation("virtual card", Facts(render_nodes=(RenderNode(0x1AF4, "virtio-pci"),)), "cpu", ""),
    # ggml-org/llama.cpp#5410: llvmpipe has no node of its own
    Situation("llvmpipe only", READY._replace(has_vulkan_driver=False), "cpu", ""),
    Situation("nvcc without a driver", Facts(nvcc=NVCC_13, gcc=12), "cpu", ""),
]


@pytest.mark.parametrize("case", SITUATIONS, ids=lambda case: case.name)
def test_a_machine_gets_the_best_that_works_on_it(case: Situation) -> None:
    choice = decide(case.facts)
    assert choice.backend == case.backend
    expected = {"cpu": "", "cuda": CUDA_ARGS, "vulkan": VULKAN_ARGS}[case.backend]
    assert choice.cmake_args.startswith(expected)
    assert bool(choice.cmake_args) == (case.backend != "cpu")
    assert case.words in choice.sentence
    assert "\n" not in choice.sentence
    assert bool(choice.sentence) == bool(case.words)
    if case.args:
        assert choice.cmake_args == case.args
    assert choice.packages == case.packages


def test_a_toolkit_in_a_folder_of_its_own_is_found_when_the_library_is_loaded() -> None:
    nvcc = NVCC_13._replace(library_folder="/usr/local/cuda/lib64")
    assert "-Wl,-rpath,/usr/local/cuda/lib64" in decide(Facts("580.95", nvcc=nvcc)).cmake_args


def test_an_unknown_backend_is_refused_with_the_three_that_there_are() -> None:
    with pytest.raises(SetupFailed, match="Use cpu, cuda or vulkan"):
        forced("rocm", Facts())


def test_a_backend_that_was_asked_for_needs_no_card() -> None:
    assert forced("cpu", Facts("550.54", nvcc=NVCC_12)) == Choice()
    args = forced("cuda", Facts(nvcc=NVCC_12)).cmake_args
    assert args == f"{CUDA_ARGS} -DCMAKE_CUDA_ARCHITECTURES='75-virtual;80-virtual'"
    assert forced("vulkan", READY).cmake_args == VULKAN_ARGS
    wanted = forced("vulkan", Facts(has_apt=True, can_install=True))
    assert wanted.packages == PACKAGES[:3]


def test_a_backend_that_cannot_be_compiled_is_refused_before_it_is_begun() -> None:
    with pytest.raises(SetupFailed, match="needs nvcc"):
        forced("cuda", Facts("550.54"))
    with pytest.raises(SetupFailed, match=r"needs libvulkan-dev, glslc, .* Type: sudo apt-get"):
        forced("vulkan", Facts(has_apt=True))
    old = Facts(has_apt=True, can_install=True, offered_headers=(1, 3, 239))
    with pytest.raises(SetupFailed, match=r"no glslc with headers of Vulkan 1\.3\.272"):
        forced("vulkan", old)


def test_after_a_failure_the_processor_is_chosen_and_the_log_named() -> None:
    plain = fallen_back(decide(SITUATIONS[0].facts))
    assert (plain.backend, plain.cmake_args) == ("cpu", "")
    assert "build/setup.log" in plain.sentence
