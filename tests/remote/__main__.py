"""Runs the same chat on real servers: ``python -m tests.remote hubbub llama-server``.

What a server needs is compiled or fetched into ``build/remote`` the first time: llama-server takes
ten minutes to compile (``--program`` names one that is there), vLLM a download of a gigabyte. With
several names the last step has tabs on all of them, and one of this computer, write together.
``rpc`` has layers of a model on two of llama.cpp's RPC servers, compiled in a minute.
"""

import argparse
import asyncio
import os
import tempfile
from contextlib import ExitStack
from pathlib import Path

from tests.remote.chat_flow import run_flows
from tests.remote.processes import Served
from tests.remote.rpc_servers import run_rpc
from tests.remote.servers import MODEL, SERVERS


def main() -> None:
    """Start the servers that are named, and run the chat on each."""
    parser = argparse.ArgumentParser(prog="tests.remote", description=__doc__)
    parser.add_argument("names", nargs="+", choices=[*SERVERS, "address", "rpc"])
    parser.add_argument("--program", type=Path, help="a llama-server that is there already")
    parser.add_argument("--address", action="append", default=[], help="of a server that runs")
    parser.add_argument("--key", default="", help="of the addresses")
    options = parser.parse_args()
    if "rpc" in options.names:
        run_rpc()
    with ExitStack() as stack:
        named = [name for name in options.names if name not in ("address", "rpc")]
        started = [stack.enter_context(SERVERS[name](options.program)) for name in named]
        running = [*started, *(Served(each, options.key) for each in options.address)]
        # The keys of the tests go into a file that goes with them.
        os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
        with tempfile.TemporaryDirectory() as folder:
            if running:
                asyncio.run(run_flows(running, str(MODEL), Path(folder)))
    print("All of it works.")


if __name__ == "__main__":
    main()
