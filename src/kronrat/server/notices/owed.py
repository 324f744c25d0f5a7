"""What somebody is to be told now: worked out from what is kept of the tables, and from nothing else.

So nothing can be missed, whenever a server ends; and because every notice has a name (`Item.key`), nothing is told
twice. It sees what the lobby sees: whose turn it is, until when, and how far a game is. Nothing hidden is in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b

from kronrat.server.notices.wishes import Event, Kind, Wishes
from kronrat.server.records import Summary

DAY_MS = 24 * 3_600_000
STALE_MS = 7 * DAY_MS  # older events are not told any more
HOT = 5  # a reminder comes when this part of the time is left,
LONGEST_WARNING_MS = 12 * 3_600_000  # and not earlier than this
# Where a table has several things to tell, the first of these is said.
WEIGHT: tuple[Event, ...] = ("end", "time", "dropped", "turn", "begin", "invited")

Key = tuple[str, Event, str]  # table, event, and which one of these events it was


@dataclass(frozen=True)
class Seen:
    """A table of somebody, as it is kept."""

    guest: str
    table: str
    game: str
    pace: str
    summary: Summary
    drops: Mapping[int, int] = field(default_factory=dict)  # seat -> how many of its orders were dropped, if unread
    again: tuple[str, int] | None = None  # the table that was opened once more, and when, if there is a seat left


@dataclass(frozen=True)
class Item:
    """One thing to be told, from this moment on."""

    event: Event
    table: str
    game: str
    mark: str
    at: int
    due: int = 0  # when the time is over

    @property
    def key(self) -> Key:
        return self.table, self.event, self.mark

    @property
    def id(self) -> str:
        """The same for the same notice, so that a receiver would know it again."""
        return blake2b("\n".join(self.key).encode(), digest_size=9).hexdigest()


def items_of(seen: Seen, wishes: Wishes) -> list[Item]:
    """Everything about a table that could be told, in time or not yet."""
    summary, found = seen.summary, list[Item]()
    if seen.again is not None:
        table, at = seen.again
        found.append(Item("invited", table, seen.game, "", at))
    if summary.stage == "over" and summary.ended:
        found.append(Item("end", seen.table, seen.game, "", summary.ended))
    if summary.stage != "playing":
        return found
    if summary.begun:
        found.append(Item("begin", seen.table, seen.game, "", summary.begun))
    mine = [int(seat) for seat, guest in summary.guests.items() if guest == seen.guest]
    for seat in mine if seen.pace == "correspondence" else ():
        asked = summary.since.get(str(seat))
        if asked is None or seat not in summary.deciding or summary.seats[seat].held:
            continue
        due = summary.deadlines.get(str(seat), 0)
        facts = (seen.table, seen.game, f"{seat}:{asked}")
        found.append(Item("turn", *facts, asked, due))
        if due:
            found.append(Item("time", *facts, reminded_at(asked, due, wishes), due))
        if seat in seen.drops:
            found.append(Item("dropped", seen.table, seen.game, f"{seat}:{seen.drops[seat]}", asked, due))
    return found


def free_for(guest: str, table: str, again: Mapping[str, tuple[int, Summary]]) -> tuple[str, int] | None:
    """A table that was opened once more, with the time, if it waits for people and this one could come."""
    created, summary = again.get(table, (0, None))
    if summary is None or guest in summary.guests.values():
        return None
    return (table, created) if any(seat.kind == "open" for seat in summary.seats) else None


def reminded_at(asked: int, due: int, wishes: Wishes) -> int:
    """When somebody is reminded: before quiet hours, if the time would be over at their end."""
    at = due - min((due - asked) // HOT, LONGEST_WARNING_MS)
    quiet = wishes.quiet_at(at)
    if quiet is None or quiet[1] < due:
        return at
    return max(asked, quiet[0] - 1)


def ripe(items: Iterable[Item], now: int, delay: int) -> list[Item]:
    """What is news now, and has been for so long that those who look have seen it."""
    return [
        item
        for item in items
        if now - STALE_MS <= item.at <= now - delay and not (item.event == "time" and item.due <= now)
    ]


def chosen(
    items: Sequence[Item], kind: Kind, since: int, wishes: Wishes, known: set[Key], lately: set[str], now: int
) -> list[Item]:
    """What goes into one notice by this way: nothing that is `known`, nor of tables of which was told `lately`."""
    found = [
        item
        for item in items
        if wishes.wants(item.event, kind)
        and item.at >= since
        and item.key not in known
        and (item.event == "time" or item.table not in lately or not wishes.bundle)
    ]
    return found if found and wishes.quiet_at(now) is None else []


def headlines(items: Sequence[Item]) -> list[Item]:
    """One item for each table, the most urgent first."""
    best: dict[str, Item] = {}
    for item in sorted(items, key=lambda item: (WEIGHT.index(item.event), item.due or item.at)):
        best.setdefault(item.table, item)
    return sorted(best.values(), key=lambda item: (not item.due, item.due, WEIGHT.index(item.event), item.at))
