"""Tries GPU packs, and copies them to the folder from which the engine loads them."""

import shutil
from importlib.util import find_spec
from pathlib import Path

from app.errors import PackRefused, lazy
from engine.backend_probe import gpu_backend_name, is_backend, refusal_of, rpc_client_in
from engine.files import atomic_replace


def has_rpc_pack(folder: Path) -> bool:
    """Return whether an RPC pack exists: added by the user, or part of llama-cpp-python."""
    library = find_spec("llama_cpp")  # does not import it
    own = library.submodule_search_locations if library is not None else None
    return rpc_client_in([folder, *(Path(each) / "lib" for each in own or ())]) is not None


def add_pack(file: Path, folder: Path) -> str:
    """Try a pack, copy it into the folder, and return its name. Raises PackRefused.

    The trial runs in a separate process for up to 30 s: call this on a thread.
    """
    if not is_backend(file):
        raise PackRefused(
            lazy(
                "“{name}” is not a GPU pack. Its name should look like libggml-vulkan.so.",
                name=file.name,
            )
        )
    refusal = refusal_of(file)
    if refusal is not None:
        raise PackRefused(
            lazy("“{name}” can't be used here: {reason}", name=file.name, reason=refusal)
        )
    target = folder / file.name
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (target.exists() and target.samefile(file)):
            with atomic_replace(target) as part:  # the engine loads no file of its name
                shutil.copyfile(file, part)
    except OSError as error:
        raise PackRefused(
            lazy(
                "“{name}” can't be copied to {folder}: {reason}.",
                name=file.name,
                folder=folder,
                reason=error,
            )
        ) from error
    return gpu_backend_name(file)
