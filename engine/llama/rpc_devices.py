"""Devices on other computers: llama.cpp's RPC client, a separate file, and the devices it finds.

Its devices are passed to each load by handle and never registered: the library queries the memory
of all registered devices, and aborts the process if one is offline.
"""

import ctypes
import functools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.backend_probe import rpc_client_in
from engine.ipc.lazy_text import lazy
from engine.llama.backend_loading import library_function
from engine.llama.capi import library_folder, native_library, start_library
from engine.llama.devices import Device
from engine.messages.errors import ModelLoadFailed
from engine.messages.remote_messages import RpcServer

_API_VERSION = 2  # GGML_BACKEND_API_VERSION of the library that ``requirements.lock`` names


class _Registry(ctypes.Structure):
    """The beginning of ggml_backend_reg."""

    _fields_ = (("api_version", ctypes.c_int),)


def rpc_client(folder: str | None) -> Path | None:
    """Return the file of the RPC client, the user's before the library's own; None without one."""
    return rpc_client_in([*([Path(folder)] if folder else []), library_folder()])


def check_rpc_client(path: Path) -> None:
    """Load a client. Raises ModelLoadFailed if it is not one, or has another version."""
    start_library()
    try:
        library = ctypes.CDLL(str(path))
        registry = library_function(library, "ggml_backend_rpc_reg", ctypes.POINTER(_Registry))()
        library_function(library, "ggml_backend_rpc_add_server", ctypes.c_void_p, ctypes.c_char_p)
    except (OSError, AttributeError) as error:
        raise ModelLoadFailed(lazy("it is not an RPC client, or a library is missing.")) from error
    if not registry or registry.contents.api_version != _API_VERSION:
        raise ModelLoadFailed(lazy("it was made for another version of the engine."))


@contextmanager
def connected(client: Path, servers: Sequence[RpcServer]) -> Iterator[list[Device]]:
    """Connect to servers that were just tried, and keep the connections until the end.

    A server serves one connection at a time. The library opens one whenever it has none. In between
    another program could connect first, and this one would wait forever.
    """
    library = _client(client)
    base = native_library("ggml-base")
    free = library_function(base, "ggml_backend_free", None, ctypes.c_void_p)
    start = library_function(
        library, "ggml_backend_rpc_init", ctypes.c_void_p, ctypes.c_char_p, ctypes.c_uint32
    )
    # Held for the length of the load; after it the model's buffers hold the connection. It ends
    # with the model, so that the other computer becomes free.
    held = []
    try:
        found: list[Device] = []
        for server in servers:
            held.append(start(server.endpoint.encode("ascii"), 0))
            found += _devices(library, base, server)
        yield found
    finally:
        for backend in held:
            free(backend)


def _devices(library: ctypes.CDLL, base: ctypes.CDLL, server: RpcServer) -> list[Device]:
    add = library_function(library, "ggml_backend_rpc_add_server", ctypes.c_void_p, ctypes.c_char_p)
    count = library_function(base, "ggml_backend_reg_dev_count", ctypes.c_size_t, ctypes.c_void_p)
    get = library_function(
        base, "ggml_backend_reg_dev_get", ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t
    )
    registry = add(server.endpoint.encode("ascii"))
    if not registry or count(registry) != len(server.devices):
        # The library caches a server's devices as long as this process lives.
        raise ModelLoadFailed(
            lazy(
                "“{address}” has other devices than before. Restart the engine.",
                address=server.address,
            )
        )
    several = len(server.devices) > 1
    return [
        Device(
            name=f"{server.address} ({index + 1})" if several else server.address,
            free_bytes=memory.free_bytes,
            total_bytes=memory.total_bytes,
            handle=get(registry, index),
            server=server.address,
        )
        for index, memory in enumerate(server.devices)
    ]


@functools.cache
def _client(path: Path) -> ctypes.CDLL:
    start_library()
    return ctypes.CDLL(str(path))
