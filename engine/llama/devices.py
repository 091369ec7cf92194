"""The devices that the library can compute on."""

import ctypes
import functools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from engine.ipc.lazy_text import LazyText, lazy
from engine.llama.backend_loading import load_processor_backend
from engine.llama.capi import lib, native_library, start_library
from engine.messages.metrics import CardMemory

VULKAN = "Vulkan"  # the name of a backend
_METAL = ("Metal", "MTL")  # cards of Apple's chips use the main memory
_INTEGRATED = 2
_GPU_KINDS = (1, _INTEGRATED)  # ggml's device types: discrete, shares the main memory


class Device(msgspec.Struct, frozen=True):
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


class Placement(msgspec.Struct, frozen=True):
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
    cards = list(_distinct(here))
    own = [device for device in cards if not device.is_integrated]
    return [*elsewhere, *(own or cards)]


class Cards:
    """The memory of the cards of this computer, next to a loaded model.

    ``known`` are all devices, as they were listed before the load; layers are placed on the
    ``chosen`` ones. ``read`` returns the free bytes of a device now.
    """

    def __init__(
        self, known: list[Device], chosen: list[Device], read: Callable[[int], int] | None = None
    ) -> None:
        names: Counter[str] = Counter()
        self._devices: dict[str, Device] = {}  # by name, which differs for equal cards
        for device in _distinct(known):
            names[device.name] += 1
            count = names[device.name]
            name = f"{device.name} ({count})" if count > 1 else device.name
            self._devices[name] = device
        self._chosen = [device.handle for device in chosen]
        self._read = read or _free_bytes
        self._used: dict[int, int] = {}  # by handle

    def place(self, needed: int, shares: Sequence[float] = (), whole: float = 0.0) -> None:
        """Record how many bytes of a model are on the chosen cards, as parts of ``whole``.

        Without shares the library places layers by what was free before the load.
        """
        if not shares:
            shares = [each.free_bytes for each in self._devices.values() if self._is_chosen(each)]
            whole = sum(shares)
        parts = (int(needed * share / whole) if whole else 0 for share in shares)
        self._used = dict(zip(self._chosen, parts, strict=False))

    def _is_chosen(self, device: Device) -> bool:
        return device.handle in self._chosen

    def memories(self) -> tuple[CardMemory, ...]:
        """Return the memory of each card now."""
        return tuple(
            CardMemory(
                name=name,
                free_bytes=self._read(device.handle),
                total_bytes=device.total_bytes,
                used_bytes=self._used.get(device.handle, 0),
                is_automatic=self._is_chosen(device),
                is_shared=device.is_integrated or device.backend in _METAL,
            )
            for name, device in self._devices.items()
        )


def _distinct(devices: Iterable[Device]) -> Iterator[Device]:
    """Yield the devices; a card that two backends know is yielded once."""
    known: set[str] = set()
    for device in devices:
        if not device.bus_id or device.bus_id not in known:
            yield device
        known.add(device.bus_id)


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


def _free_bytes(handle: int) -> int:
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    _device_functions().ggml_backend_dev_memory(handle, ctypes.byref(free), ctypes.byref(total))
    return free.value


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
