"""Measures the speed of devices on the decode step of a small model.

For a process that may crash or be killed. The weights are zeros of a model that does not exist, so
no file chosen by a user is read outside the sandbox. Each product reads as many bytes as in a model
of four billion parameters; in the starter model it reads a twentieth, so that a card mostly waits
for its driver and would lose to the processor with which it is compared.
"""

import ctypes
import math
import time
from collections.abc import Callable
from contextlib import ExitStack

import msgspec

from engine.llama.backend_loading import library_function
from engine.llama.capi import native_library, start_library
from engine.llama.devices import VULKAN, gpus
from engine.llama.threadpool import default_thread_count

# A typical turn of a chat: a prompt of 256 tokens, a reply of 128.
BATCH_ROWS, BATCHES, STEPS = 16, 16, 128
# 110 MB of weights are more than caches hold; half a gigabyte gave the same answer more slowly.
_LAYERS, _WIDTH, _INNER_WIDTH = 2, 2048, 5632
_STEP_SECONDS, _BATCH_SECONDS = 0.3, 0.3  # seconds for each device; two calls are made in any case
_MAX_CALLS = 32
_HOPELESS = 4.0  # times as slow in a step: batches are then not measured
# Share of the time of all its threads: 0.6 to 0.7 next to eight processes of lower priority, 0.1
# next to some of higher priority, where the processor seems ten times as slow as it is.
_MIN_PROCESSOR_SHARE = 0.5

_F32, _Q8_0 = 0, 8
_CPU_KIND = 0

_pointer, _size = ctypes.c_void_p, ctypes.c_size_t
_Threads = ctypes.CFUNCTYPE(None, _pointer, ctypes.c_int)


class _InitParams(ctypes.Structure):
    """ggml_init_params."""

    _fields_ = (("mem_size", _size), ("mem_buffer", _pointer), ("no_alloc", ctypes.c_bool))


class TurnSpeeds(msgspec.Struct, frozen=True):
    """The seconds of a turn on the processor, and on each Vulkan card by its name.

    A card that is far slower in single steps has infinite seconds. ``is_disturbed`` is True if
    other programs used the processor meanwhile.
    """

    processor_seconds: float
    card_seconds: dict[str, float]
    is_disturbed: bool


def turn_seconds() -> TurnSpeeds:
    """Measure the processor and all Vulkan cards. Raises MemoryError."""
    start_library()
    processor = _Bench(_processor())
    step, batch = processor.step_seconds(), processor.batch_seconds()
    is_disturbed = processor.processor_share < _MIN_PROCESSOR_SHARE
    processor.close()
    cards: dict[str, float] = {}
    for device in gpus():
        if device.backend != VULKAN:
            continue
        bench = _Bench(device.handle)
        own_step = bench.step_seconds()
        is_far_slower = own_step > _HOPELESS * step
        own_batch = math.inf if is_far_slower else bench.batch_seconds()
        bench.close()
        cards[device.name] = _turn(own_step, own_batch)
    return TurnSpeeds(_turn(step, batch), cards, is_disturbed)


def _turn(step: float, batch: float) -> float:
    return STEPS * step + BATCHES * batch


class _Bench:
    """The layers of a model on one device."""

    def __init__(self, device: int) -> None:
        """Start the device and allocate weights. Raises MemoryError if it has no room."""
        self._closing = ExitStack()
        self._wall_seconds = self._processor_seconds = 0.0
        start = _function("ggml_backend_dev_init", _pointer, _pointer, ctypes.c_char_p)
        self._backend = _given(start(device, None))
        self._closing.callback(_function("ggml_backend_free", None, _pointer), self._backend)
        _use_threads(self._backend, device)
        self._context = self._new_context()
        square, wide, narrow = (_WIDTH, _WIDTH), (_WIDTH, _INNER_WIDTH), (_INNER_WIDTH, _WIDTH)
        shapes = (square, square, square, square, wide, wide, narrow)
        self._layers = [
            [self._tensor(self._context, _Q8_0, *shape) for shape in shapes] for _ in range(_LAYERS)
        ]
        self._fill(self._context)

    def close(self) -> None:
        """Free everything."""
        self._closing.close()

    @property
    def processor_share(self) -> float:
        """The share of its threads' time during which this process has computed, over all calls."""
        return self._processor_seconds / (self._wall_seconds * default_thread_count())

    def step_seconds(self) -> float:
        """Return the time of one token."""
        return self._seconds(1, _STEP_SECONDS)

    def batch_seconds(self) -> float:
        """Return the time of a batch of a prompt."""
        return self._seconds(BATCH_ROWS, _BATCH_SECONDS)

    def _seconds(self, rows: int, limit: float) -> float:
        context = self._new_context()
        row = self._tensor(context, _F32, _WIDTH, rows)
        graph = _function("ggml_new_graph_custom", _pointer, _pointer, _size, ctypes.c_bool)(
            context, 256, False
        )
        result = row
        for layer in self._layers:
            result = self._layer(context, layer, result)
        _function("ggml_build_forward_expand", None, _pointer, _pointer)(graph, result)
        self._fill(context)
        compute = _function("ggml_backend_graph_compute", ctypes.c_int, _pointer, _pointer)

        def call() -> float:
            started, used_before = time.perf_counter(), time.process_time()
            compute(self._backend, graph)
            seconds = time.perf_counter() - started
            self._wall_seconds += seconds
            self._processor_seconds += time.process_time() - used_before
            return seconds

        first = call()  # compiles the card's shaders
        if first > limit:
            return min(first, call())
        deadline = time.monotonic() + limit
        taken = [call()]
        while time.monotonic() < deadline and len(taken) < _MAX_CALLS:
            taken.append(call())
        return min(taken)  # another program can only make it slower

    def _layer(self, context: int, weights: list[int], rows: int) -> int:
        """Return the outputs of a layer: the products of attention and of the network."""
        multiply = _function("ggml_mul_mat", _pointer, _pointer, _pointer, _pointer)
        add = _function("ggml_add", _pointer, _pointer, _pointer, _pointer)
        norm = _function("ggml_rms_norm", _pointer, _pointer, _pointer, ctypes.c_float)
        query, key, value, output, up, gate, down = weights
        normed = norm(context, rows, 1e-5)
        parts = [multiply(context, each, normed) for each in (query, key, value)]
        attended = add(context, add(context, parts[0], parts[1]), parts[2])
        rows = add(context, rows, multiply(context, output, attended))
        normed = norm(context, rows, 1e-5)
        inner = add(context, multiply(context, up, normed), multiply(context, gate, normed))
        return int(add(context, rows, multiply(context, down, inner)))

    def _new_context(self) -> int:
        overhead = _function("ggml_tensor_overhead", _size)()
        overhead += _function("ggml_graph_overhead_custom", _size, _size, ctypes.c_bool)(256, False)
        params = _InitParams(64 * overhead, None, no_alloc=True)
        context = _given(_function("ggml_init", _pointer, _InitParams)(params))
        self._closing.callback(_function("ggml_free", None, _pointer), context)
        return context

    def _tensor(self, context: int, kind: int, width: int, rows: int) -> int:
        new = _function(
            "ggml_new_tensor_2d",
            *(_pointer, _pointer, ctypes.c_int, ctypes.c_int64, ctypes.c_int64),
        )
        return _given(new(context, kind, width, rows))

    def _fill(self, context: int) -> None:
        allocate = _function("ggml_backend_alloc_ctx_tensors", _pointer, _pointer, _pointer)
        buffer = _given(allocate(context, self._backend))
        self._closing.callback(_function("ggml_backend_buffer_free", None, _pointer), buffer)
        _function("ggml_backend_buffer_clear", None, _pointer, ctypes.c_uint8)(buffer, 0)


def _processor() -> int:
    registry = native_library("ggml")
    count = library_function(registry, "ggml_backend_dev_count", _size)()
    get = library_function(registry, "ggml_backend_dev_get", _pointer, _size)
    kind = _function("ggml_backend_dev_type", ctypes.c_int, _pointer)
    return int(next(get(index) for index in range(count) if kind(get(index)) == _CPU_KIND))


def _use_threads(backend: int, device: int) -> None:
    """Let the processor use as many threads as the engine does; cards have none."""
    registry = _function("ggml_backend_dev_backend_reg", _pointer, _pointer)(device)
    find = _function("ggml_backend_reg_get_proc_address", _pointer, _pointer, ctypes.c_char_p)
    address = find(registry, b"ggml_backend_set_n_threads")
    if address:
        _Threads(address)(backend, default_thread_count())


def _function(name: str, result: object, *arguments: object) -> Callable[..., int]:
    return library_function(native_library("ggml-base"), name, result, *arguments)


def _given(pointer: int | None) -> int:
    if not pointer:
        raise MemoryError("the device has no room for the weights")
    return pointer
