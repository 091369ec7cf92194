"""Decides the target of llama.cpp from facts about this machine.

``graphics_facts.py`` gathers the facts.
"""

from __future__ import annotations

from typing import NamedTuple

from failure import SetupFailed
from system_packages import type_this

BACKEND_VARIABLE = "HUBBUB_BACKEND"
BACKENDS = ("cpu", "cuda", "vulkan")
# Without a GPU, nvcc can't detect the architecture: the driver compiles these further.
_ANY_CARD = "-DCMAKE_CUDA_ARCHITECTURES='75-virtual;80-virtual'"
CUDA_ARGS, VULKAN_ARGS = "-DGGML_CUDA=on", "-DGGML_VULKAN=on"

# llama.cpp's CUDA code is C++17. The oldest driver that runs what a toolkit of this major version
# makes is in NVIDIA's table of minor version compatibility.
MIN_CUDA = (11, 0)
MIN_DRIVERS = {11: 450, 12: 525, 13: 580}
# ggml-vulkan.cpp uses VK_EXT_layer_settings, which Vulkan's C++ header has since this version.
MIN_VULKAN_HEADERS = (1, 3, 272)

VULKAN_PACKAGES = {
    "headers": "libvulkan-dev",  # includes the loader
    "glslc": "glslc",
    "spirv": "spirv-headers",
    "driver": "mesa-vulkan-drivers",
}

_VENDORS = {0x1002: "AMD", 0x8086: "Intel", 0x10DE: "NVIDIA"}
# Kernel drivers of GPUs with a Vulkan driver of Mesa or NVIDIA, except those of virtual machines,
# whose Vulkan runs on the CPU.
_VULKAN_KERNEL_DRIVERS = {
    *("amdgpu", "i915", "xe", "nvidia", "nvidia-drm"),
    *("asahi", "panthor", "msm", "v3d"),
}


class RenderNode(NamedTuple):
    """A GPU under ``/dev/dri`` that programs may use."""

    vendor: int  # the PCI vendor id; 0 if it is not on that bus
    driver: str  # the kernel driver
    is_accessible: bool = True

    @property
    def name(self) -> str:
        """The GPU's vendor, or else the name of its driver."""
        return _VENDORS.get(self.vendor, self.driver or "unknown")


class Nvcc(NamedTuple):
    """NVIDIA's compiler, and the newest g++ that its headers accept."""

    path: str
    version: tuple[int, ...]
    is_in_path: bool = True
    newest_gcc: int = 0  # 0 if its headers do not specify it
    has_cublas: bool = True
    library_folder: str = ""  # if outside the loader's search path

    @property
    def text(self) -> str:
        """Name and version."""
        return "nvcc {}.{}".format(*self.version)


class Facts(NamedTuple):
    """The facts about a Linux machine.

    Attributes:
        driver: the version of NVIDIA's driver; empty if no driver responds.
        driver_trouble: the error of ``nvidia-smi``, or why the driver can't be used.
        nvcc: None if it is not in PATH, CUDA_HOME or /usr/local.
        gcc: the major version of g++; 0 for another compiler.
        other_gcc: an older g++ that nvcc accepts, as a path.
        is_jetson: whether the driver is part of the system, without a version.
        has_vulkan_driver: whether a driver for a GPU has a manifest.
        can_install: whether set-up may call apt-get.
        offered_headers: the version of Vulkan headers that apt-get would install; None if unknown.
    """

    driver: str = ""
    driver_trouble: str = ""
    nvcc: Nvcc | None = None
    gcc: int = 0
    other_gcc: str = ""
    is_jetson: bool = False
    render_nodes: tuple[RenderNode, ...] = ()
    has_loader: bool = False
    has_vulkan_driver: bool = False
    headers: tuple[int, ...] = ()
    has_glslc: bool = False
    has_spirv_headers: bool = False
    has_apt: bool = False
    can_install: bool = False
    offered_headers: tuple[int, ...] | None = None
    offers_glslc: bool = True

    @property
    def has_nvidia(self) -> bool:
        """Whether NVIDIA's driver is installed, working or not."""
        return bool(self.driver or self.driver_trouble or self.is_jetson)

    @property
    def driver_text(self) -> str:
        """NVIDIA's driver, with its version if known."""
        return f"NVIDIA's driver {self.driver}".rstrip()


class Choice(NamedTuple):
    """A target: CMake's arguments, required packages, and a line for the user."""

    backend: str = "cpu"
    cmake_args: str = ""
    packages: tuple[str, ...] = ()
    sentence: str = ""


def decide(facts: Facts) -> Choice:
    """Return the best of CUDA, Vulkan and CPU that works on this machine."""
    trouble = _cuda_trouble(facts)
    if facts.has_nvidia and not trouble:
        assert facts.nvcc is not None
        sentence = f"Found {facts.driver_text} and {facts.nvcc.text}: compiling for CUDA."
        return Choice("cuda", cuda_args(facts), (), sentence)
    node = next((each for each in facts.render_nodes if _is_usable(each, facts)), None)
    reason = trouble if facts.has_nvidia else ""
    if node is not None:
        vulkan = _vulkan(facts, node)
        return vulkan._replace(sentence=f"{reason} {vulkan.sentence}".lstrip())
    if facts.has_nvidia:
        return Choice(sentence=f"{reason} {_CPU}")
    return Choice(sentence=_why_no_node(facts))


def forced(backend: str, facts: Facts) -> Choice:
    """Return the target of ``HUBBUB_BACKEND``. Raises SetupFailed if it can't be compiled."""
    if backend not in BACKENDS:
        raise SetupFailed(
            f"{BACKEND_VARIABLE}={backend} is not a backend. Use cpu, cuda or vulkan."
        )
    if backend == "cpu":
        return Choice()
    if backend == "cuda":
        if facts.nvcc is None:
            raise SetupFailed(
                f"{BACKEND_VARIABLE}=cuda needs nvcc, which is not in PATH, $CUDA_HOME or "
                "/usr/local/cuda. Install NVIDIA's CUDA toolkit, then call again."
            )
        return Choice("cuda", cuda_args(facts), (), f"Compiling for CUDA with {facts.nvcc.text}.")
    missing = _missing_packages(facts, with_driver=False)
    if _are_offered_too_old(facts, missing):
        raise SetupFailed(f"{BACKEND_VARIABLE}=vulkan cannot be compiled: {_too_old()}.")
    if missing and not facts.can_install:
        raise SetupFailed(f"{BACKEND_VARIABLE}=vulkan needs {', '.join(missing)}. {_type(missing)}")
    return Choice("vulkan", VULKAN_ARGS, missing, "Compiling for Vulkan.")


def cuda_args(facts: Facts) -> str:
    """Return CMake's arguments for CUDA with the detected compilers."""
    nvcc = facts.nvcc
    arguments = [CUDA_ARGS]
    if nvcc is not None and not nvcc.is_in_path:
        arguments.append(f"-DCMAKE_CUDA_COMPILER={nvcc.path}")
    if nvcc is not None and nvcc.library_folder:
        # The rpath of the binding contains only its folder.
        arguments.append(f"-DCMAKE_SHARED_LINKER_FLAGS=-Wl,-rpath,{nvcc.library_folder}")
    if not facts.driver and not facts.is_jetson:
        arguments.append(_ANY_CARD)
    if _is_gcc_too_new(facts) and facts.other_gcc:
        arguments.append(f"-DCMAKE_CUDA_HOST_COMPILER={facts.other_gcc}")
    return " ".join(arguments)


def fallen_back(choice: Choice) -> Choice:
    """Return the CPU target, for a machine on which compiling for a GPU has failed."""
    name = {"cuda": "CUDA", "vulkan": "Vulkan"}[choice.backend]
    return Choice(
        sentence=f"Compiling for {name} failed (build/setup.log says why). {_CPU} It is tried "
        "again when the driver or a compiler changes."
    )


_CPU = "Compiling for the processor."


def _cuda_trouble(facts: Facts) -> str:
    """Return why CUDA is not used with an NVIDIA driver; empty if it is used."""
    nvcc = facts.nvcc
    if facts.driver_trouble:
        return f"NVIDIA's driver does not work: {facts.driver_trouble}"
    if nvcc is None:
        return (
            f"Found {facts.driver_text}, but not nvcc. Install the CUDA toolkit, then `make setup` "
            "uses CUDA."
        )
    if nvcc.version < MIN_CUDA:
        return f"{nvcc.text} is older than CUDA 11. Install a newer toolkit, then `make setup`."
    if not nvcc.has_cublas:
        return f"{nvcc.text} has no cuBLAS. Install the whole CUDA toolkit, then `make setup`."
    least = MIN_DRIVERS.get(nvcc.version[0], max(MIN_DRIVERS.values()))
    driver = facts.driver.partition(".")[0]
    if driver.isdigit() and int(driver) < least:
        return (
            f"NVIDIA's driver {facts.driver} is too old for {nvcc.text}, which needs {least}. "
            "Update it, then `make setup` uses CUDA."
        )
    if _is_gcc_too_new(facts) and not facts.other_gcc:
        wanted = nvcc.newest_gcc
        return (
            f"{nvcc.text} does not work with g++ {facts.gcc}. Install g++-{wanted}, then "
            "`make setup` uses CUDA."
        )
    return ""


def _is_gcc_too_new(facts: Facts) -> bool:
    return facts.nvcc is not None and 0 < facts.nvcc.newest_gcc < facts.gcc


def _vulkan(facts: Facts, node: RenderNode) -> Choice:
    missing = _missing_packages(facts, with_driver=True)
    chosen = f"Found a card ({node.name}): compiling for Vulkan."
    if not missing:
        return Choice("vulkan", VULKAN_ARGS, (), chosen)
    found = f"Found a card ({node.name}), but not {', '.join(missing)}."
    if not facts.has_apt:
        return Choice(sentence=f"{found} Install that, then `make setup` uses the card. {_CPU}")
    if _are_offered_too_old(facts, missing):
        return Choice(
            sentence=f"Found a card ({node.name}), but {_too_old()}; with it, "
            f"HUBBUB_BACKEND=vulkan make setup uses the card. {_CPU}"
        )
    if facts.can_install:
        return Choice("vulkan", VULKAN_ARGS, missing, chosen)
    return Choice(sentence=f"{found} {_type(missing)} {_CPU}")


def _are_offered_too_old(facts: Facts, missing: tuple[str, ...]) -> bool:
    """Whether apt-get only offers versions that are too old."""
    if not facts.has_apt or not missing:
        return False
    offered = facts.offered_headers
    is_old = offered is not None and offered < MIN_VULKAN_HEADERS
    lacks_glslc = "glslc" in missing and not facts.offers_glslc
    return lacks_glslc or ("libvulkan-dev" in missing and is_old)


def _too_old() -> str:
    least = ".".join(map(str, MIN_VULKAN_HEADERS))
    return (
        f"this system's packages have no glslc with headers of Vulkan {least}. Install LunarG's SDK"
    )


def _missing_packages(facts: Facts, *, with_driver: bool) -> tuple[str, ...]:
    """Return the packages for compiling Vulkan, and for running it with Mesa."""
    is_missing = {
        "headers": not facts.has_loader or facts.headers < MIN_VULKAN_HEADERS,
        "glslc": not facts.has_glslc,
        "spirv": not facts.has_spirv_headers,
        "driver": with_driver and not facts.has_vulkan_driver,
    }
    return tuple(package for part, package in VULKAN_PACKAGES.items() if is_missing[part])


def _is_usable(node: RenderNode, facts: Facts) -> bool:
    if facts.driver_trouble and node.name == "NVIDIA":
        return False
    return node.is_accessible and node.driver in _VULKAN_KERNEL_DRIVERS


def _why_no_node(facts: Facts) -> str:
    """Return why no GPU can be used; empty for a virtual one."""
    hidden = [each for each in facts.render_nodes if not each.is_accessible]
    if hidden:
        return (
            f"Found a card ({hidden[0].name}) that only the group “render” may use. Type: sudo "
            f"usermod -aG render $USER, log in again, then `make setup`. {_CPU}"
        )
    if any(each.driver == "nouveau" for each in facts.render_nodes):
        return (
            "Found an NVIDIA card with the driver nouveau. With NVIDIA's driver, or with "
            f"HUBBUB_BACKEND=vulkan, `make setup` uses it. {_CPU}"
        )
    return ""


def _type(packages: tuple[str, ...]) -> str:
    return f"Type: {type_this(packages)}, then `make setup`."
