"""What a server uses of its machine."""

from __future__ import annotations

import contextlib
import sys


def allow_many_connections() -> None:
    """Raise the limit of open files, where there is one: every connection counts."""
    if sys.platform == "win32":
        return
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):  # some systems name a limit that they do not give
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
