"""The names and addresses by which other machines in the same network reach this one."""

import contextlib
import socket

# TEST-NET addresses (RFC 5737, RFC 3849): asking for the way there sends no packet.
_ANYWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))


def lan_address() -> str | None:
    """The IPv4 address on the way out of this machine, None without a network."""
    return _source_address(*_ANYWHERE[0])


def own_hosts() -> list[str]:
    """Every host name under which a browser may ask this machine, for Django's ALLOWED_HOSTS.

    Only our own names: a foreign one in the Host header is how DNS rebinding reaches into a home.
    """
    name = socket.gethostname().lower()
    found = ["localhost", "127.0.0.1", "[::1]", name, f"{name.split('.')[0]}.local"]
    for family, target in _ANYWHERE:
        found.append(_source_address(family, target) or "")
    with contextlib.suppress(OSError):
        found.extend(str(info[4][0]) for info in socket.getaddrinfo(name, None))
    bracketed = (f"[{host.split('%')[0]}]" if ":" in host and not host.startswith("[") else host for host in found)
    return list(dict.fromkeys(host for host in bracketed if host))


def _source_address(family: socket.AddressFamily, target: str) -> str | None:
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect((target, 9))
        return str(probe.getsockname()[0])
    return None
