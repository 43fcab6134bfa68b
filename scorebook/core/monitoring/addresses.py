"""The addresses that a machine asks to watch over the site. They are answered in threads of their own, so that no
outage in which all others wait makes the site look dead."""

ALIVE, READY, METRICS = "/alive", "/ready", "/metrics"
MONITORED = frozenset({ALIVE, READY, METRICS})
# One that is held up by a check leaves another for `/alive`.
THREADS = 2
