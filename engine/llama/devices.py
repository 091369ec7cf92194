"""The devices that the library can compute on."""

import ctypes
import functools
from dataclasses import dataclass

from engine.ipc.lazy_text import LazyText, lazy
from engine.llama.backend_loading import load_processor_backend
from engine.llama.capi import lib, native_library, start_library

VULKAN = "Vulkan"  # the name of a backend
_INTEGRATED = 2
_GPU_KINDS = (1, _INTEGRATED)  # ggml's device types: discrete, shares the main memory


@dataclass(frozen=True, slots=True)
class Device:
    """A graphics device, with its driver's names; ``server`` is the computer that contains it.

    ``handle`` is the library's; ``server`` is empty for this computer; ``backend`` is the library's
    name of its backend, such as "Vulkan".
    """

    name: str
    free_bytes: int
    total_bytes: int = 0
    handle: int = 0
    server: str = ""
    bus_id: str = ""
    is_integrated: bool = False
    backend: str = ""


class _Properties(ctypes.Structure):
    """ggml_backend_dev_props; the last ones are flags that are not used here."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("description", ctypes.c_char_p),
        ("memory_free", ctypes.c_size_t),
        ("memory_total", ctypes.c_size_t),
        ("type", ctypes.c_int),
        ("device_id", ctypes.c_char_p),
        ("flags", ctypes.c_char * 16),
    )


@dataclass(frozen=True, slots=True)
class Placement:
    """The location of a model's layers; ``device`` is None if all are on the CPU."""

    gpu_layer_count: int
    device: str | None
    reason: LazyText


def gpus() -> list[Device]:
    """Return the devices that layers can be placed on; empty if the build has none."""
    start_library()
    if not lib.llama_supports_gpu_offload():
        return []
    registry, base = native_library("ggml"), _device_functions()
    registry.ggml_backend_dev_count.restype = ctypes.c_size_t
    get = registry.ggml_backend_dev_get
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    handles = (get(index) for index in range(registry.ggml_backend_dev_count()))
    return [
        _described(base, handle)
        for handle in handles
        if base.ggml_backend_dev_type(handle) in _GPU_KINDS
    ]


def chosen_devices(here: list[Device], elsewhere: list[Device]) -> list[Device]:
    """Return the devices that the library would use, in its order: other computers' come first.

    So the output is computed here, and little data crosses the network. A card that two backends
    know is used once, and one that shares the main memory only if there is no other.
    """
    known: set[str] = set()
    cards = []
    for device in here:
        if not device.bus_id or device.bus_id not in known:
            cards.append(device)
        known.add(device.bus_id)
    own = [device for device in cards if not device.is_integrated]
    return [*elsewhere, *(own or cards)]


def wanted_layers(asked: int | None, devices: list[Device]) -> int:
    """Return how many layers to try on the devices first; negative means all."""
    if not devices:
        return 0
    return -1 if asked is None else asked


def placement(
    asked: int | None,
    given: int,
    layer_count: int,
    devices: list[Device],
    *,
    keeps_experts: bool = False,
) -> Placement:
    """Return the location of the layers, given the requested and the fitting number."""
    if not devices:
        return Placement(0, None, _why_no_gpu())
    names = ", ".join(device.name for device in devices)
    on_gpu = layer_count if given < 0 else min(given, layer_count)
    if asked == 0:
        return Placement(0, None, lazy("The settings keep the model off the graphics card."))
    if on_gpu == 0:
        return Placement(0, None, lazy("There is not enough memory on {names}.", names=names))
    if on_gpu == layer_count:
        return Placement(on_gpu, names, _all_layers(layer_count, names, keeps_experts))
    why = (
        lazy("the rest did not fit")
        if asked is None or given < asked
        else lazy("as set in the settings")
    )
    return Placement(
        on_gpu,
        names,
        lazy(
            "{on_gpu} of {layer_count} layers are on {names}: {why}.",
            on_gpu=on_gpu,
            layer_count=layer_count,
            names=names,
            why=why,
        ),
    )


def _all_layers(layer_count: int, names: str, keeps_experts: bool) -> LazyText:
    if keeps_experts:
        return lazy(
            "All {layer_count} layers are on {names}, but for their experts, which stay in main "
            "memory.",
            layer_count=layer_count,
            names=names,
        )
    return lazy("All {layer_count} layers are on {names}.", layer_count=layer_count, names=names)


def _why_no_gpu() -> LazyText:
    if lib.llama_supports_gpu_offload():
        return lazy("No graphics card was found.")
    if load_processor_backend() is None:
        return lazy("This build of Hubbub supports the processor only.")
    return lazy("To use a graphics card, add a GPU pack under Settings, Engine.")


@functools.cache
def _device_functions() -> ctypes.CDLL:
    base = native_library("ggml-base")
    base.ggml_backend_dev_type.argtypes = [ctypes.c_void_p]
    base.ggml_backend_dev_description.argtypes = [ctypes.c_void_p]
    base.ggml_backend_dev_description.restype = ctypes.c_char_p
    size = ctypes.POINTER(ctypes.c_size_t)
    base.ggml_backend_dev_memory.argtypes = [ctypes.c_void_p, size, size]
    base.ggml_backend_dev_memory.restype = None
    base.ggml_backend_dev_get_props.argtypes = [ctypes.c_void_p, ctypes.POINTER(_Properties)]
    base.ggml_backend_dev_get_props.restype = None
    base.ggml_backend_dev_backend_reg.argtypes = [ctypes.c_void_p]
    base.ggml_backend_dev_backend_reg.restype = ctypes.c_void_p
    base.ggml_backend_reg_name.argtypes = [ctypes.c_void_p]
    base.ggml_backend_reg_name.restype = ctypes.c_char_p
    return base


def _described(base: ctypes.CDLL, handle: int) -> Device:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    base.ggml_backend_dev_memory(handle, ctypes.byref(free), ctypes.byref(total))
    name = bytes(base.ggml_backend_dev_description(handle)).decode("utf-8", "replace")
    properties = _Properties()
    base.ggml_backend_dev_get_props(handle, ctypes.byref(properties))
    return Device(
        name,
        free_bytes=free.value,
        total_bytes=total.value,
        handle=handle,
        bus_id=(properties.device_id or b"").decode("utf-8", "replace"),
        is_integrated=properties.type == _INTEGRATED,
        backend=base.ggml_backend_reg_name(base.ggml_backend_dev_backend_reg(handle)).decode(),
    )
