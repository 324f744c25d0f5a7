"""What a server uses of its machine."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path


def allow_many_connections() -> None:
    """Raise the limit of open files, where there is one: every connection counts."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # some systems name a limit that they do not give
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def resident_bytes() -> int:
    """Resident memory; its peak where only that is known."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else 1_024 * peak
    return pages * os.sysconf("SC_PAGE_SIZE")
