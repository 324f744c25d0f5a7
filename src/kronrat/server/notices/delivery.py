"""What became of an attempt to tell somebody something."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Delivery:
    """`failed`: it has certainly not arrived, and may be tried again. `unsure`: nobody can tell, so it may not.

    `gone`: nothing will ever arrive there.
    """

    what: Literal["sent", "failed", "unsure", "gone"]
    why: str = ""  # a number that was answered, or a word for which there are words: `web.notices.why.…`


SENT = Delivery("sent")
