"""Tries a backend for graphics cards in a separate process: ``… probe_process FILE``.

Without a file it reports the supported devices. ``--confined`` before the file puts the process
into the engine's sandbox first; ``--measure`` also measures the speed of the cards and the
processor. Prints one line of JSON.
"""

import ctypes
import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.backend_probe import CONFINED, MEASURE, is_rpc_client
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.limits import end_with_parent, forbid_core_dump
from engine.messages.errors import ModelLoadFailed
from engine.sandbox.confinement import confine

_NVIDIA = Path("/proc/driver/nvidia/version")
_MAX_DEVICES = 16


class _InstanceInfo(ctypes.Structure):
    """VkInstanceCreateInfo, without layers and extensions."""

    _fields_ = (
        ("kind", ctypes.c_uint32),
        ("next", ctypes.c_void_p),
        ("flags", ctypes.c_uint32),
        ("application", ctypes.c_void_p),
        ("layer_count", ctypes.c_uint32),
        ("layers", ctypes.c_void_p),
        ("extension_count", ctypes.c_uint32),
        ("extensions", ctypes.c_void_p),
    )


class _Properties(ctypes.Structure):
    """The beginning of VkPhysicalDeviceProperties, and enough space for the rest of it."""

    _fields_ = (
        ("api_version", ctypes.c_uint32),
        ("driver_version", ctypes.c_uint32),
        ("vendor", ctypes.c_uint32),
        ("device", ctypes.c_uint32),
        ("kind", ctypes.c_uint32),
        ("name", ctypes.c_char * 256),
        ("rest", ctypes.c_uint64 * 128),
    )


def driver_version() -> str:
    """Return the versions of Vulkan's drivers and of NVIDIA's; empty if there are none.

    Loads the drivers into this process, which may crash.
    """
    try:
        nvidia = _NVIDIA.read_text("utf-8", "replace").partition("\n")[0]
    except OSError:
        nvidia = ""
    try:
        found = _vulkan_drivers()
    except (OSError, AttributeError):  # no loader, or another library of that name
        found = []
    return "; ".join(filter(None, [nvidia, *found]))


def _vulkan_drivers() -> list[str]:
    library = ctypes.CDLL("libvulkan.so.1")
    instance = ctypes.c_void_p()
    info = _InstanceInfo(kind=1)  # VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO
    if library.vkCreateInstance(ctypes.byref(info), None, ctypes.byref(instance)) != 0:
        return []
    count = ctypes.c_uint32(_MAX_DEVICES)
    devices = (ctypes.c_void_p * _MAX_DEVICES)()
    library.vkEnumeratePhysicalDevices(instance, ctypes.byref(count), devices)
    said = []
    for device in devices[: count.value]:
        properties = _Properties()
        library.vkGetPhysicalDeviceProperties(ctypes.c_void_p(device), ctypes.byref(properties))
        name = properties.name.decode("utf-8", "replace")
        said.append(f"{name} {properties.driver_version:#x} {properties.api_version:#x}")
    library.vkDestroyInstance(instance, None)
    return said


def main(arguments: Sequence[str]) -> int:
    """Answer, and exit without the destructors of drivers, which often crash."""
    end_with_parent()
    forbid_core_dump()
    if arguments and arguments[0] == CONFINED:
        confine(())
        arguments = arguments[1:]
    is_measured = bool(arguments) and arguments[0] == MEASURE
    arguments = arguments[1:] if is_measured else arguments
    answer = _tried(Path(arguments[0])) if arguments else _found()
    if answer["devices"]:
        answer["driver"] = driver_version()
    if answer["devices"] and is_measured:
        answer |= _measured()
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    os._exit(0)


def _tried(path: Path) -> dict[str, object]:
    from engine.llama.backend_loading import devices_of
    from engine.llama.rpc_devices import check_rpc_client

    try:
        if is_rpc_client(path):
            check_rpc_client(path)
            return {"devices": ["RPC"], "trouble": None}
        return {"devices": devices_of(path), "trouble": None}
    except ModelLoadFailed as error:
        return {"devices": [], "trouble": LazyText.of(str(error)).parts()}


def _measured() -> dict[str, object]:
    from engine.llama.card_speed import turn_seconds

    try:
        found = turn_seconds()
    except MemoryError:
        text = lazy("the graphics card has no memory left for a measurement.")
        return {"trouble": text.parts()}
    cards = found.card_seconds
    return {
        "processor_seconds": found.processor_seconds,
        "card_seconds": {
            name: each if math.isfinite(each) else None for name, each in cards.items()
        },
        "is_disturbed": found.is_disturbed,
    }


def _found() -> dict[str, object]:
    from engine.llama.backend_loading import load_gpu_backends, load_processor_backend
    from engine.llama.devices import gpus

    try:
        processor, backends = load_processor_backend(), load_gpu_backends()
    except ModelLoadFailed as error:
        return {
            "processor": None,
            "packs": {},
            "devices": [],
            "trouble": LazyText.of(str(error)).parts(),
        }
    return {
        "processor": processor or "built in",
        "packs": {each.name: each.refusal for each in backends},
        "devices": [device.name for device in gpus()],
        "trouble": None,
    }


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
