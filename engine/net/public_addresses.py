"""Which addresses belong to the public internet. Pure."""

import ipaddress

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")  # the last four bytes are an IPv4 address
# Addresses that Python counts as global: of protocols, and of services for virtual machines.
_SPECIAL = tuple(map(ipaddress.ip_network, ("192.0.0.0/24", "168.63.129.16/32", "64:ff9b:1::/48")))


def is_public(address: IpAddress) -> bool:
    """Return whether an address belongs to the public internet, also one that is embedded in it."""
    if isinstance(address, ipaddress.IPv6Address):
        teredo = address.teredo
        embedded = [address.ipv4_mapped, address.sixtofour, *(teredo or ())]
        if address in _NAT64 or int(address) >> 32 == 0:
            embedded.append(ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF))
        inner = [each for each in embedded if each is not None]
        if inner:
            return all(map(is_public, inner))
        if address.is_site_local:
            return False
    is_special = any(address in network for network in _SPECIAL)
    return address.is_global and not (address.is_multicast or address.is_reserved or is_special)
