"""What is asked of the net process about other computers' memory, and its answer."""

import msgspec

from engine.wire.rpc_trial import RpcServer


class ProbeRpcServers(msgspec.Struct, frozen=True, tag=True):
    """Try the RPC servers at these addresses; answered by one RpcServersProbed."""

    request_id: int
    addresses: tuple[str, ...]


class RpcServersProbed(msgspec.Struct, frozen=True, tag=True):
    """What is at each of the addresses, in their order."""

    request_id: int
    servers: tuple[RpcServer, ...]
