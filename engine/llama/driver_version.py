"""Which graphics drivers a computer has: a text that is another one after an update of them."""

import ctypes
from pathlib import Path

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
    """The beginning of VkPhysicalDeviceProperties, and as much room as the rest of it needs."""

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
    """Return the versions of Vulkan's drivers and of NVIDIA's; empty where there are none.

    Loads the drivers into this process: for one that may crash.
    """
    try:
        nvidia = _NVIDIA.read_text("utf-8", "replace").partition("\n")[0]
    except OSError:
        nvidia = ""
    try:
        found = _vulkan_drivers()
    except (OSError, AttributeError):  # no loader, or something else of that name
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
