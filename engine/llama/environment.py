"""What the native library reads from its environment once, when it is loaded."""

import os

# OpenMP's waiting threads spin by default. On a machine with other work that starves
# everybody: generation fell from 376 to 2 tokens per second.
_DEFAULTS = {
    "OMP_WAIT_POLICY": "passive",  # every OpenMP
    "GOMP_SPINCOUNT": "0",  # GCC's
    "KMP_BLOCKTIME": "0",  # LLVM's and Intel's
    # A failed assertion would else start a debugger on the dying process, where one is installed.
    "GGML_NO_BACKTRACE": "1",
}


def prepare_environment() -> None:
    """Make idle compute threads sleep and failures end fast; what the user has set stays.

    This works only before the library is loaded, so ``engine.llama.capi``, the one module that
    loads it, calls this above that import. Nobody else needs to.
    """
    for name, value in _DEFAULTS.items():
        os.environ.setdefault(name, value)
