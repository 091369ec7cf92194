"""Where a process that computes has to write: devices, and the caches of their drivers."""

from collections.abc import Iterator, Mapping
from pathlib import Path

_DEVICES = Path("/dev")
_HARMLESS = ("null", "zero", "full")
_GRAPHICS = ("dri", "nvidia*", "kfd", "dxg", "mali*", "dma_heap", "udmabuf")
_SHARED_MEMORY = "shm"  # some drivers talk to their service by it
_SHARING = ("kfd", "nvidia*")
_IN_HOME = (".nv", ".AMD")
_IN_CACHE = (
    *("mesa_shader_cache", "mesa_shader_cache_db", "radv_builtin_shaders64", "nvidia", "AMD"),
    *("neo_compiler_cache", "libsycl_cache", "pocl", "comgr"),
)


def device_places(environment: Mapping[str, str]) -> Iterator[Path]:
    """Yield what drivers write to; much of it is not there on a given machine."""
    yield from (_DEVICES / name for name in _HARMLESS)
    if not graphics_devices():
        return
    yield from graphics_devices()
    if any(True for pattern in _SHARING for _ in _DEVICES.glob(pattern)):
        yield _DEVICES / _SHARED_MEMORY
    yield from _driver_caches(environment)


def graphics_devices() -> list[Path]:
    """Return the devices of graphics cards, also of those that nobody computes on."""
    return [path for pattern in _GRAPHICS for path in _DEVICES.glob(pattern)]


def _driver_caches(environment: Mapping[str, str]) -> Iterator[Path]:
    home = environment.get("HOME", "")
    if home.startswith("/"):
        yield from (Path(home) / name for name in _IN_HOME)
    cache = environment.get("XDG_CACHE_HOME", "") or f"{home}/.cache"
    if cache.startswith("/"):
        yield from (Path(cache) / name for name in _IN_CACHE)
    named = environment.get("CUDA_CACHE_PATH", "")
    if named.startswith("/"):
        yield Path(named)
