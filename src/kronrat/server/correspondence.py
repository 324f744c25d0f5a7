"""Games over days: what is agreed about time when a table is opened, and what happens while a player is away."""

from __future__ import annotations

from kronrat.bots import list_bots
from kronrat.server import wire
from kronrat.server.calendar import zone_named
from kronrat.server.planning import Draft, check_room_for, plan_hold
from kronrat.server.records import Absent, Returned, Terms
from kronrat.server.refusal import Refusal
from kronrat.server.table import Table

DAY_MS = 24 * 3_600_000
LONGEST_RESERVE_S = 90 * 24 * 3_600
MOST_HOLIDAYS = 60  # days for each seat of a table
LONGEST_FILL_S = 7 * 24 * 3_600
LONGEST_DELAY_S = 3_600
LONGEST_ABSENCE_MS = 90 * DAY_MS
PLANNED_MS = 365 * DAY_MS  # how far ahead somebody may say so


def terms_of(wish: wire.NewTable) -> Terms:
    """What a new table agrees; raises `Refusal`."""
    slow = wish.pace == "correspondence"
    if not 0 <= wish.reserve_s <= LONGEST_RESERVE_S or not 0 <= wish.holiday_days <= MOST_HOLIDAYS:
        raise Refusal("malformed")
    if (wish.weekends or wish.holiday_days) and not slow:
        raise Refusal("malformed")
    if zone_named(wish.zone) is None:
        raise Refusal("malformed")
    if not 0 <= wish.fill_s <= LONGEST_FILL_S or not 0 <= wish.watch_delay_s <= LONGEST_DELAY_S:
        raise Refusal("malformed")
    zone = wish.zone if slow else ""
    return Terms(wish.reserve_s, wish.weekends, wish.holiday_days, zone, wish.fill_s, wish.watch_delay_s, wish.odds)


def plan_absence(table: Table, guest: str, wish: wire.Absence, now: int) -> Draft:
    """Somebody will be away from all seats that are theirs, or is here after all."""
    mine = table.seating.of(guest)
    if not mine:
        raise Refusal("not_yours")
    if table.row.pace != "correspondence" or table.stage != "playing":
        raise Refusal("not_now")
    check_room_for(table, Absent)
    draft, since = Draft(table, now), max(wish.since, now)
    for seat in mine:
        lent = table.absences.lent(seat, now)
        if lent is not None and table.seats[seat].held == lent.bot:
            draft.add(Returned(seat))
        draft.add(Absent(seat, since, wish.until, wish.bot) if wish.until else Absent(seat))
        if not wish.bot:
            _check_days_off(draft.table, seat, max(now, wish.until))
    return draft


def _check_days_off(table: Table, seat: int, until: int) -> None:
    if table.absences.days_off(seat, until) > table.row.terms.holiday_days * DAY_MS:
        raise Refusal("no_holidays")


def check_absence(wish: wire.Absence, now: int) -> None:
    """Raise `Refusal` unless this can be said of any table."""
    if not wish.until:
        return
    since = max(wish.since, now)
    if not since < wish.until <= since + LONGEST_ABSENCE_MS or since > now + PLANNED_MS:
        raise Refusal("malformed")
    if wish.bot and wish.bot not in list_bots():
        raise Refusal("malformed")


def plan_errand(table: Table, now: int) -> Draft | None:
    """What is due because somebody is away, or is back: a bot sits down, or gives the seat back."""
    for seat, absent in table.absences.announced.items():
        if not absent.bot:
            continue
        if absent.until <= now:
            return Draft(table, now).add(Returned(seat) if table.seats[seat].held else Absent(seat))
        if absent.since <= now and not table.seats[seat].held:
            return plan_hold(table, [seat], now, absent.bot)
    return None
