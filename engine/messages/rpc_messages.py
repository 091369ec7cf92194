"""What is asked of the net process about other computers' memory, and its answer."""

import msgspec

from engine.ipc.lazy_text import LazyText


class RpcMemory(msgspec.Struct, frozen=True):
    """The memory of one device of a server, in bytes."""

    free_bytes: int
    total_bytes: int


class RpcServer(msgspec.Struct, frozen=True):
    """What was found at an address.

    Attributes:
        address: as the settings have it.
        endpoint: the IPv4 address and the port that answered; empty where nothing did.
        devices: what it computes with.
        refusal: why it can't be used, as half a sentence; empty where it can.
    """

    address: str
    endpoint: str = ""
    devices: tuple[RpcMemory, ...] = ()
    refusal: LazyText = LazyText()

    @property
    def is_there(self) -> bool:
        """Return whether it can be used."""
        return not self.refusal

    @property
    def free_bytes(self) -> int:
        """Return what all of its devices have free."""
        return sum(device.free_bytes for device in self.devices)


class ProbeRpcServers(msgspec.Struct, frozen=True, tag=True):
    """Try the RPC servers at these addresses; answered by one RpcServersProbed."""

    request_id: int
    addresses: tuple[str, ...]


class RpcServersProbed(msgspec.Struct, frozen=True, tag=True):
    """What is at each of the addresses, in their order."""

    request_id: int
    servers: tuple[RpcServer, ...]
