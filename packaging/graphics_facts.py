"""Gathers the facts for ``graphics_card.py`` from this machine; Linux only.

``Machine.signs`` reads a few small files and is called by every set-up. ``Machine.gather`` runs
programs, and is only called if the signs have changed.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from graphics_card import MIN_VULKAN_HEADERS, Facts, Nvcc, RenderNode
from system_packages import COMPILERS

_SECONDS = 10.0  # nvidia-smi hangs on some broken drivers
_LINE_LENGTH = 160  # characters of a program's output to repeat
_WSL_LIBRARIES = Path("usr/lib/wsl/lib")
_JETSON_SIGNS = ("etc/nv_tegra_release", "dev/nvhost-gpu")
_NVIDIA_DEVICES = ("dev/nvidiactl", "dev/nvidia0")
_MANIFESTS = ("usr/share/vulkan/icd.d", "etc/vulkan/icd.d", "usr/local/share/vulkan/icd.d")
_SOFTWARE_MANIFESTS = ("lvp_icd", "swiftshader", "vk_swiftshader")
_HEADER = Path("vulkan/vulkan_core.h")


class Machine:
    """The files and programs with facts about GPUs; ``root`` is another folder in tests."""

    def __init__(self, environment: dict[str, str], root: Path = Path("/")) -> None:
        """Does not read anything."""
        self._environment = environment
        self._root = root

    def has_hint(self) -> bool:
        """Whether there may be a GPU; otherwise nothing else is read."""
        wanted = ["proc/driver/nvidia", *_JETSON_SIGNS, str(_WSL_LIBRARIES / "libcuda.so.1")]
        return (
            any((self._root / name).exists() for name in wanted)
            or bool(self._smi)
            or bool(self._nodes())
        )

    def signs(self) -> str:
        """Return a text that changes with the results of ``gather``; empty without a GPU."""
        if not sys.platform.startswith("linux") or not self.has_hint():
            return ""
        nvcc = self._nvcc_path()
        said: list[object] = [self._driver_file(), self._smi, nvcc, os.geteuid() == 0]
        said += [self._render_node(node) for node in self._nodes()]
        said += [each.exists() for each in map(self._root.joinpath, _NVIDIA_DEVICES)]
        programs = [nvcc, self._which("glslc"), self._compiler(), *map(str, self.headers())]
        said += [_moment(name) for name in programs]
        said += sorted(self._card_manifests())
        return hashlib.sha256(repr(said).encode()).hexdigest()[:16]

    def gather(self) -> Facts:
        """Return all facts; takes up to a second, or ten if ``nvidia-smi`` hangs."""
        driver, trouble = self._driver()
        nvcc = self._nvcc()
        headers = next(map(header_version, self.headers()), ())
        facts = Facts(
            driver=driver,
            driver_trouble=trouble,
            nvcc=nvcc,
            gcc=self._gcc(),
            other_gcc=self._other_gcc(nvcc),
            is_jetson=self._is_jetson,
            render_nodes=tuple(map(self._render_node, self._nodes())),
            has_loader=any(self._libraries("libvulkan.so.1")),
            has_vulkan_driver=any(self._card_manifests()),
            headers=headers,
            has_glslc=bool(self._which("glslc")),
            has_spirv_headers=any(self._includes("spirv/unified1/spirv.hpp")),
            has_apt=bool(self._which("apt-get")),
            can_install=bool(self._which("apt-get")) and os.geteuid() == 0,
        )
        if not facts.has_apt or (facts.has_glslc and headers >= MIN_VULKAN_HEADERS):
            return facts
        return self._with_offers(facts)

    @property
    def _is_jetson(self) -> bool:
        return any((self._root / name).exists() for name in _JETSON_SIGNS)

    @property
    def _smi(self) -> str:
        """The path of ``nvidia-smi``; in WSL it is outside PATH."""
        wsl = self._root / _WSL_LIBRARIES / "nvidia-smi"
        return self._which("nvidia-smi") or (str(wsl) if wsl.exists() else "")

    def _driver(self) -> tuple[str, str]:
        """Return the version of NVIDIA's driver, or why no driver works."""
        kernel = re.search(r"\s(\d{3,}\.\d+(?:\.\d+)?)\s", self._driver_file())
        if self._smi:
            query = [self._smi, "--query-gpu=driver_version", "--format=csv,noheader"]
            code, output = _run(query, self._environment)
            version = re.search(r"^\s*(\d{3,}(?:\.\d+)+)\s*$", output, re.MULTILINE)
            if code == 0 and version:
                return version.group(1), ""
            if self._is_jetson:
                return "", ""  # its nvidia-smi reports no GPU
            line = next(filter(None, map(_printable, output.splitlines())), "")
            return "", (line or f"nvidia-smi ended with {code}").rstrip(".") + "."
        if not kernel:
            return "", ""
        if any((self._root / name).exists() for name in _NVIDIA_DEVICES):
            return kernel.group(1), ""
        # A container sees the driver of its host in /proc, but not the devices.
        return "", "there is no /dev/nvidiactl. Start the container with its cards (--gpus all)."

    def _driver_file(self) -> str:
        return _text(self._root / "proc/driver/nvidia/version")

    def _nvcc(self) -> Nvcc | None:
        path = self._nvcc_path()
        if not path:
            return None
        _, output = _run([path, "--version"], self._environment)
        version = re.search(r"release (\d+)\.(\d+)", output)
        if version is None:
            return None  # not executable here, such as that of Windows in WSL's PATH
        return Nvcc(
            path,
            (int(version.group(1)), int(version.group(2))),
            is_in_path=bool(self._which("nvcc")),
            newest_gcc=self._newest_gcc(path),
            has_cublas=self._has_cublas(path),
            library_folder=self._library_folder(path),
        )

    def _nvcc_path(self) -> str:
        found = self._which("nvcc")
        homes = [self._environment.get(name, "") for name in ("CUDA_HOME", "CUDA_PATH")]
        folders = [Path(home) for home in homes if home] + [self._root / "usr/local/cuda"]
        folders += sorted((self._root / "usr/local").glob("cuda-*"), reverse=True)
        folders += [self._root / "opt/cuda"]
        candidates = [str(folder / "bin" / "nvcc") for folder in folders]
        return found or next((each for each in candidates if os.access(each, os.X_OK)), "")

    def _newest_gcc(self, nvcc: str) -> int:
        for folder in _include_folders(nvcc):
            found = re.search(r"__GNUC__ > (\d+)", _text(folder / "crt" / "host_config.h"))
            if found:
                return int(found.group(1))
        return 0

    def _has_cublas(self, nvcc: str) -> bool:
        """Whether its header exists, also if nvcc's folder is not that of a toolkit."""
        folders = _include_folders(nvcc)
        is_toolkit = any((folder / "cuda_runtime.h").exists() for folder in folders)
        return not is_toolkit or any((folder / "cublas_v2.h").exists() for folder in folders)

    def _library_folder(self, nvcc: str) -> str:
        """Return the folder of the toolkit's libraries; empty if the loader finds them."""
        home = Path(nvcc).parents[1]
        if any(self._libraries("libcublas.so")) or home == self._root / "usr":
            return ""
        folders = (home / "lib64", home / "lib")
        return next((str(each) for each in folders if (each / "libcublas.so").exists()), "")

    def _compiler(self) -> str:
        names = [self._environment.get("CXX", ""), *COMPILERS]
        return next((path for path in map(self._which, filter(None, names)) if path), "")

    def _gcc(self) -> int:
        compiler = self._compiler()
        if not compiler:
            return 0
        _, says = _run([compiler, "--version"], self._environment)
        if "clang" in says:
            return 0
        _, version = _run([compiler, "-dumpversion"], self._environment)
        major = version.strip().partition(".")[0]
        return int(major) if major.isdigit() else 0

    def _other_gcc(self, nvcc: Nvcc | None) -> str:
        newest = nvcc.newest_gcc if nvcc else 0
        names = (f"g++-{major}" for major in range(newest, 8, -1))
        return next((path for path in map(self._which, names) if path), "")

    def _nodes(self) -> list[Path]:
        return sorted((self._root / "dev/dri").glob("renderD*"))

    def _render_node(self, node: Path) -> RenderNode:
        device = self._root / "sys/class/drm" / node.name / "device"
        vendor = _text(device / "vendor").strip()
        try:
            driver = (device / "driver").resolve(strict=True).name
        except OSError:
            driver = ""
        is_accessible = os.access(node, os.R_OK | os.W_OK)
        return RenderNode(int(vendor, 16) if vendor else 0, driver, is_accessible)

    def _card_manifests(self) -> Iterator[str]:
        for folder in map(self._root.joinpath, _MANIFESTS):
            for path in folder.glob("*.json"):
                if not path.name.startswith(_SOFTWARE_MANIFESTS):
                    yield path.name

    def headers(self) -> list[Path]:
        """Return the Vulkan headers in the search order of a compiler."""
        return list(self._includes(str(_HEADER)))

    def _includes(self, name: str) -> Iterator[Path]:
        folders = [self._root / "usr/local/include", self._root / "usr/include"]
        sdk = self._environment.get("VULKAN_SDK", "")
        if sdk:
            folders.insert(0, Path(sdk) / "include")
        return (folder / name for folder in folders if (folder / name).is_file())

    def _libraries(self, name: str) -> Iterator[Path]:
        sdk = self._environment.get("VULKAN_SDK", "")
        folders = [self._root / each for each in ("usr/lib", "usr/lib64", "usr/local/lib", "lib64")]
        for folder in [*folders, *([Path(sdk) / "lib"] if sdk else [])]:
            for pattern in (name, f"*-linux-gnu/{name}"):
                yield from folder.glob(pattern)

    def _with_offers(self, facts: Facts) -> Facts:
        """Add the versions that apt-get offers; none before its first update."""
        question = ["apt-cache", "policy", "libvulkan-dev", "glslc"]
        _, output = _run(question, {**self._environment, "LC_ALL": "C"})
        versions = re.findall(r"^(\S+):\n.*\n\s+Candidate: (?:\d+:)?(\d+(?:\.\d+)*)", output, re.M)
        offered = {name: tuple(map(int, text.split("."))) for name, text in versions}
        headers = offered.get("libvulkan-dev")
        return facts._replace(
            offered_headers=headers, offers_glslc=headers is None or "glslc" in offered
        )

    def _which(self, name: str) -> str:
        return shutil.which(name, path=self._environment.get("PATH", "")) or ""


def _include_folders(nvcc: str) -> list[Path]:
    home = Path(nvcc).resolve().parents[1]
    return [home / "include", *home.glob("targets/*/include")]


def header_version(path: Path) -> tuple[int, ...]:
    """Return the Vulkan version of a header; empty if it has none."""
    text = _text(path)
    whole = re.search(r"VK_HEADER_VERSION_COMPLETE VK_MAKE_API_VERSION\(0, (\d+), (\d+)", text)
    last = re.search(r"define VK_HEADER_VERSION (\d+)", text)
    return (int(whole.group(1)), int(whole.group(2)), int(last.group(1))) if whole and last else ()


def _run(command: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """Return the exit code and output of a program; 127 if it can't be started."""
    try:
        answer = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_SECONDS,
            check=False,
            env=environment,
        )
    except subprocess.TimeoutExpired:
        return 124, f"{Path(command[0]).name} did not answer within {_SECONDS:.0f} s"
    except OSError:
        return 127, ""
    return answer.returncode, answer.stdout.decode("utf-8", "replace")


def _printable(line: str) -> str:
    """Return the beginning of a line without control characters."""
    return "".join(filter(str.isprintable, line[:_LINE_LENGTH])).strip()


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", "replace")
    except OSError:
        return ""


def _moment(path: str) -> int:
    try:
        return os.stat(path).st_mtime_ns if path else 0
    except OSError:
        return 0
