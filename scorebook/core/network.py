"""The names and addresses by which other machines in the same network reach this one."""

import contextlib
import ipaddress
import socket
import struct
import sys

LOOPBACK = ("localhost", "127.0.0.1", "[::1]")
# Documentation addresses (RFC 5737, RFC 3849): looking up the route there sends no packet.
_ANYWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
_SIOCGIFADDR = 0x8915


def lan_address() -> str | None:
    """Return the IPv4 address that a phone in the same network can reach, or None without a network."""
    ways_out = [_source_address(*_ANYWHERE[0]), *_interface_addresses()]
    return next((address for address in ways_out if address and _is_address_reachable(address)), None)


def parsed_address(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """Return the address written by a server or a proxy, or None. An IPv4 address mapped to IPv6 becomes IPv4.

    Some proxies write the port as well: 192.0.2.1:51000, [2001:db8::1]:51000.
    """
    text = text.strip()
    for written in (text, text.rpartition(":")[0]):
        bare = written.removeprefix("[").removesuffix("]").partition("%")[0]
        with contextlib.suppress(ValueError):
            found = ipaddress.ip_address(bare)
            return (found.ipv4_mapped or found) if isinstance(found, ipaddress.IPv6Address) else found
    return None


def own_hosts() -> list[str]:
    """Return every host name by which a browser may reach this machine, for Django's ALLOWED_HOSTS.

    Only our own names: DNS rebinding reaches into a home network with a foreign name in the Host header.
    """
    name = socket.gethostname().lower()
    found = [*LOOPBACK, name, f"{name.split('.')[0]}.local", *_interface_addresses()]
    found.extend(_source_address(family, target) or "" for family, target in _ANYWHERE)
    with contextlib.suppress(OSError):
        found.extend(str(info[4][0]) for info in socket.getaddrinfo(name, None))
    return list(dict.fromkeys(_address_as_host(host) for host in found if host))


def _address_as_host(address: str) -> str:
    return f"[{address.split('%')[0]}]" if ":" in address and not address.startswith("[") else address


def _is_address_reachable(address: str) -> bool:
    parsed = ipaddress.ip_address(address)
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def _source_address(family: socket.AddressFamily, target: str) -> str | None:
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        return str(probe.getsockname()[0])
    return None


def _interface_addresses() -> list[str]:
    # A phone's or laptop's own hotspot has no default route, so the routing table alone would miss it.
    if sys.platform != "linux":
        return []
    import fcntl

    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):
                request = struct.pack("256s", name.encode()[:15])
                answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, request)
                found.append(socket.inet_ntoa(answer[20:24]))
    return found


class Served:
    """The address of the site that this process serves, for phones in the network."""

    lan_url: str | None = None  # None if phones cannot reach it, or if it is unknown
