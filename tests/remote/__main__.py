"""Runs the same chat on real servers: ``python -m tests.remote http://127.0.0.1:8080 …``.

The servers run already: Hubbub's own, llama-server (`make peers` compiles it), vLLM, a router. With
several addresses the last step has tabs on all of them, and one of this computer, write together.
``rpc`` has layers of a model on two of llama.cpp's RPC servers, compiled in a minute.
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path

from tests.models.talker import TALKER
from tests.remote.chat_flow import Served, run_flows
from tests.remote.rpc_servers import run_rpc


def main() -> None:
    """Run the chat on each of the servers that are named."""
    parser = argparse.ArgumentParser(prog="tests.remote", description=__doc__)
    parser.add_argument("addresses", nargs="+", help="of servers that run, or rpc")
    parser.add_argument("--key", default="", help="of the addresses")
    options = parser.parse_args()
    if "rpc" in options.addresses:
        run_rpc()
    running = [Served(each, options.key) for each in options.addresses if each != "rpc"]
    # The keys of the tests go into a file that goes with them.
    os.environ["PYTHON_KEYRING_BACKEND"] = "keyring.backends.fail.Keyring"
    with tempfile.TemporaryDirectory() as folder:
        if running:
            asyncio.run(run_flows(running, str(TALKER), Path(folder)))
    print("All of it works.")


if __name__ == "__main__":
    main()
