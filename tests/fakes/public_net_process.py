"""The net process with one private address that counts as public: that of the tests' server."""

import ipaddress
import os
import sys
from pathlib import Path

from app.net_process.process import GRACE_SECONDS, NetService
from app.net_process.public_transport import PublicTransport
from engine.ipc.serve import serve
from engine.messages.framing import NET_COMMANDS, NET_EVENTS
from engine.net.public_addresses import IpAddress, is_public

SERVER_ADDRESS = "127.0.0.2"  # every address that begins with 127 is this computer's, on Linux


def is_allowed(address: IpAddress) -> bool:
    """Return whether an address is public, or the one of the tests' server."""
    return is_public(address) or address == ipaddress.ip_address(SERVER_ADDRESS)


if __name__ == "__main__":
    serve(
        lambda report: (
            NetService(
                os.environ, report, Path(sys.argv[1]), lambda: PublicTransport(is_allowed)
            ).loop
        ),
        NET_COMMANDS,
        NET_EVENTS,
        grace_seconds=GRACE_SECONDS,
    )
