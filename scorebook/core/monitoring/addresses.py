"""The paths that monitoring reads. They have threads of their own, so an outage does not make the site look dead."""

ALIVE, READY, METRICS = "/alive", "/ready", "/metrics"
MONITORED = frozenset({ALIVE, READY, METRICS})
# If a check blocks one, the other still answers `/alive`.
THREADS = 2
