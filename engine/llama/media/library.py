"""The door to libmtmd, which computes the embeddings of pictures and sounds.

As with ``engine.llama.capi``, nothing behind it is checked: a wrong argument ends the process.
"""

import functools
import importlib
from types import ModuleType

from engine.ipc.lazy_text import lazy
from engine.llama.capi import log_callback, start_library
from engine.messages.errors import ModelLoadFailed


@functools.cache
def mtmd() -> ModuleType:
    """Return the binding, which writes to our log. Raises ModelLoadFailed where there is none."""
    start_library()
    try:
        # Not above: it loads the library, and only models that see need that.
        binding = importlib.import_module("llama_cpp.mtmd_cpp")
    except (OSError, RuntimeError) as error:
        raise ModelLoadFailed(
            lazy("This build of Hubbub has no library for pictures. Choose no projector.")
        ) from error
    binding.mtmd_log_set(log_callback, None)
    binding.mtmd_helper_log_set(log_callback, None)
    return binding
