"""What a server counts and measures, in the format of Prometheus."""

from __future__ import annotations

from collections import Counter as Counts
from collections.abc import Callable, Iterable

from prometheus_client import CollectorRegistry, Gauge, Histogram, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, Metric
from prometheus_client.registry import Collector

LATENCIES = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
REFUSED = "refused_"  # such counts are told apart by a label
HELP = {
    "choices": "choices of people that were kept",
    "commands": "other commands of people that were kept",
    "bot_choices": "choices of bots that were kept",
    "bot_failures": "choices that a quick bot made instead of one that failed",
    "failures": "exceptions that nobody expected",
    "overflows": "clients that read too slowly and were sent the whole table instead",
    "tables_opened": "tables that were opened",
    "tables_quarantined": "tables that were put into quarantine",
    "refused": "commands that were refused, by reason",
}


class Metrics:
    """Everything of one process. `counts` is counted elsewhere and only told here."""

    def __init__(self, counts: Counts[str]) -> None:
        self._registry = CollectorRegistry()
        self._registry.register(_Told(counts))
        ProcessCollector(registry=self._registry)
        self.command_s = self._histogram("command_seconds", "from the arrival of a command until it is answered")
        self.append_s = self._histogram("append_seconds", "from the wish to keep records until they are kept")
        self.lag_s = self._histogram("loop_lag_seconds", "how late the loop comes to what is due")
        self.collection_s = self._histogram("collection_seconds", "passes of the garbage collector")
        self.requests_s = Histogram(
            "kronrat_request_seconds", "requests over HTTP", ["status"], registry=self._registry, buckets=LATENCIES
        )

    def _histogram(self, name: str, help: str) -> Histogram:
        return Histogram(f"kronrat_{name}", help, registry=self._registry, buckets=LATENCIES)

    def note_pass(self, lag: float, took: float) -> None:
        """Note how late the loop was, and how long a pass of the garbage collector took."""
        self.lag_s.observe(lag)
        self.collection_s.observe(took)

    def watch(self, name: str, help: str, read: Callable[[], float]) -> None:
        """Tell a number that is read when somebody asks."""
        Gauge(f"kronrat_{name}", help, registry=self._registry).set_function(read)

    def text(self) -> bytes:
        return generate_latest(self._registry)


class _Told(Collector):
    def __init__(self, counts: Counts[str]) -> None:
        self._counts = counts

    def collect(self) -> Iterable[Metric]:
        refused = CounterMetricFamily("kronrat_refused", HELP["refused"], labels=["code"])
        for name in sorted({*self._counts, *HELP} - {"refused"}):
            if name.startswith(REFUSED):
                refused.add_metric([name.removeprefix(REFUSED)], self._counts[name])
            else:
                yield CounterMetricFamily(f"kronrat_{name}", HELP.get(name, name), value=self._counts[name])
        yield refused
