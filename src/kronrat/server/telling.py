"""What a viewer is told about a table. Everything that is sent to a seat goes through this file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from kronrat.bots import Advice
from kronrat.coaching import Asked, facts_of, rule_of, told_at
from kronrat.core.bends import Bend
from kronrat.core.events import Event, SealsBroken
from kronrat.core.flow import Decision, Reason, State
from kronrat.server import wire
from kronrat.server.company import Regard
from kronrat.server.connection import Front
from kronrat.server.patch import Differences
from kronrat.server.presence import Presence
from kronrat.server.records import Keepsake, Sight
from kronrat.server.table import Happening, Table, filling
from kronrat.words.sentences import snake

_encode = msgspec.json.Encoder().encode
_NOTHING = _encode(None)
NO_REGARD = Regard()


def seats(table: Table, presence: Presence) -> list[wire.Seat]:
    return [
        msgspec.structs.replace(
            seat,
            here=number in presence.here,
            away_ms=presence.away.get(number),
            holdable=number in presence.holdable,
            until=_lent_until(table, number),
            helped=table.counting.helped.get(number, "") if table.row.rated else "",
        )
        for number, seat in enumerate(table.seating.shown())
    ]


def _lent_until(table: Table, seat: int) -> int:
    """Until when a bot plays for somebody who has said so; before it does, nobody is told."""
    absent = table.absences.announced.get(seat)
    return absent.until if absent is not None and absent.bot and table.seats[seat].held else 0


def info(table: Table, presence: Presence) -> wire.TableInfo:
    row = table.row
    return wire.TableInfo(
        id=row.id,
        game=row.game,
        options=table.options,
        stage=table.stage,
        pace=row.pace,
        undo=row.undo,
        listed=row.listed,
        owner=next((seat.name for seat in table.seats if seat.guest == table.owner), ""),
        seats=seats(table, presence),
        commitment=table.commitment,
        data_digest=table.game.data_digest if row.data is None else row.data,
        created=row.created,
        limit_s=row.limit_s,
        think_s=row.think_s,
        reserve_s=row.terms.reserve_s,
        weekends=row.terms.weekends,
        holiday_days=row.terms.holiday_days,
        zone=row.terms.zone,
        fills_at=min(filling(table), default=0) if table.stage == "gathering" else 0,
        watch_delay_s=row.terms.watch_delay_s,
        odds=row.terms.odds,
        nonces=table.nonces if table.begun else [],
        secret=row.secret.hex() if table.stage == "over" and not row.deal and not row.origin.seed else "",
        watchers=presence.watchers,
        wish=table.undoing.wish,
        rematch=table.rematch,
        outdated=outdated(table),
        locked=table.locked,
        muted=table.muted_lines() if table.muted else [],
        rated=row.rated,
        deal=row.deal,
        origin=origin(table),
    )


def origin(table: Table) -> wire.Origin | None:
    """What the page says about a table that goes on from another game."""
    bends = table.bends
    if not bends:
        return None
    last = bends[-1]
    return wire.Origin(last.place, "same" if last.seat is None else "new", last.seat, table.row.origin.table)


def outdated(table: Table) -> wire.Outdated | None:
    """What the page says about a table that was begun with other rules or data."""
    past = table.past
    return None if past is None else wire.Outdated(len(table.line_versions), past.shown, past.sure, bool(past.trouble))


def view(table: Table, front: Front) -> wire.Plain | None:
    if table.past is not None:
        return table.past.sight(front).view or None
    return None if table.match is None else table.game.view(table.match.state, front)


def question(table: Table, front: Front) -> wire.Question | None:
    """What the seat in front is asked, unless a bot answers for it."""
    asked = None if front is None or table.bot_of(front) else table.timing.asked.get(front)
    if front is None or table.match is None or asked is None:
        return None
    decision = asked.question
    return wire.Question(
        kind=snake(type(decision).__name__),
        rule=rule_of(decision),
        facts=facts_of(decision),
        options=[list(choice) for choice in table.match.state.options(front)],
        version=asked.version,
        tips=_tips(table, front, decision),
    )


def _tips(table: Table, front: int, decision: Decision) -> list[wire.Tip]:
    """What a beginner would be told here; at a table with other people nobody is advised."""
    if table.seating.others_to_ask(front):
        return []
    state = table.running().state
    asked = Asked(
        table.game.view(state, front),
        front,
        snake(type(decision).__name__),
        facts_of(decision),
        state.options(front),
    )
    return [wire.Tip(tip.id, tip.rule, dict(facts)) for tip, facts in told_at(table.game.id, asked)]


def clock(table: Table, now: int) -> wire.Clock | None:
    """The clock of the rules, if one runs: how much is left from now on."""
    running = table.timing.clock
    if running is None:
        return None
    return wire.Clock(
        kind=snake(type(running.question).__name__),
        ends_in=max(0, running.end - now),
        lasts=running.lasts,
        starts_in=max(0, running.begin - now),
        resumed=running.resumed,
    )


Made = dict[tuple[Any, ...], wire.Entry]  # entries that were made already, by what can be read in them


def entries(
    table: Table, front: Front, happened: Iterable[Happening], news: bool = False, made: Made | None = None
) -> list[wire.Entry]:
    """Lines of the log as this viewer may read them, later or as news; viewers who may read the same share them."""
    happened = list(happened)
    return _entries(table, front, happened, _told_of(table, front, happened, news), made)


def _entries(
    table: Table, front: Front, happened: Sequence[Happening], told: Sequence[Sequence[Event]], made: Made | None
) -> list[wire.Entry]:
    if not happened or table.match is None:
        return []
    hidden = table.match.hidden_from(front, happened[0].number)
    return [_entry(one, of_it, one.number in hidden, made) for one, of_it in zip(happened, told, strict=True)]


def _told_of(table: Table, front: Front, happened: Sequence[Happening], news: bool) -> list[Sequence[Event]]:
    """What this viewer is told of each of these lines."""
    knows = _knower(table.bends)
    return [_told(happening.events, front, news, knows(happening.number)) for happening in happened]


def _knower(bends: Sequence[Bend]) -> Callable[[int], int | None]:
    """For the number of a line: from whose knowledge everything hidden was dealt anew since, if it was.

    What somebody else alone has learned before is no longer true.
    """
    fresh = [bend for bend in bends if bend.seat is not None]
    return lambda number: next((bend.seat for bend in fresh if number <= bend.lines), None)


def whole_log(table: Table, front: Front) -> Callable[[], list[wire.Entry]]:
    """The log from its beginning: the match is played through once more, because its events are not kept.

    That takes a while. What it needs from the table is copied first, so that the table can go on meanwhile.
    """
    if table.past is not None:
        kept = table.past.sight(front).log
        return lambda: kept
    if table.match is None:
        return list
    again, bots, at = table.begin_again(), table.lines_by_bots(), table.started
    lines, versions, hidden = table.match.journal.lines[:], table.line_versions[:], table.match.hidden_from(front)
    knows = _knower(table.bends)

    def told() -> list[wire.Entry]:
        time, log = at, list[wire.Entry]()
        for number, line in enumerate(lines, 1):
            undoes = None if line.undoes is None else versions[line.undoes - 1]
            time = time if line.ms is None else at + line.ms  # chance answers when it is asked
            events, bot = tuple(again.follow(line)), number in bots
            happening = Happening(versions[number - 1], time, line, number, events, bot, undoes)
            log.append(_entry(happening, _told(events, front, False, knows(number)), number in hidden))
        return log

    return told


def _entry(happening: Happening, told: Sequence[Event], hidden: bool, made: Made | None = None) -> wire.Entry:
    key = happening.version, hidden, *map(id, told)
    found = None if made is None else made.get(key)
    if found is None:
        line = happening.line
        found = wire.Entry(
            version=happening.version,
            at=happening.at,
            seat=line.seat,
            events=[_plain(event) for event in told],
            choice=None if hidden or line.undoes is not None else list(line.choice),
            undoes=happening.undoes,
            bot=happening.bot,
        )
        if made is not None:
            made[key] = found
    return found


def _told(happened: Iterable[Event], front: Front, news: bool, knower: int | None) -> list[Event]:
    told = [event for event in happened if _is_told(event, front) and (news or not event.fleeting)]
    return told if knower is None else [event for event in told if _is_told(event, knower)]


def events(happened: Iterable[Event], front: Front) -> list[wire.Plain]:
    return [_plain(event) for event in happened if _is_told(event, front)]


def _is_told(event: Event, front: Front) -> bool:
    return event.seen_by(front) and not isinstance(event, SealsBroken)


def _plain(event: Event) -> wire.Plain:
    return {"event": snake(type(event).__name__), **event.facts()}


def reason_of(id: str, code: str, reason: Reason | None) -> wire.Refused:
    if reason is None:
        return wire.Refused(id, code)
    return wire.Refused(id, code, reason.rule, reason.says, dict(reason.facts))


def full(
    table: Table,
    presence: Presence,
    guest: str,
    front: Front,
    now: int,
    answer_to: str = "",
    regard: Regard = NO_REGARD,
) -> wire.Full:
    mine, undoing = table.seating.of(guest), table.undoing
    needs, undo_seat = undoing.needs_at(front, mine)
    owner = bool(guest) and guest == table.owner
    return wire.Full(
        version=table.version,
        now=now,
        table=info(table, presence),
        mine=mine,
        owner=owner,
        front=front,
        chat=table.chat_for(regard.blocked),
        log=entries(table, front, table.log) if table.past is None else table.past.sight(front).log,
        log_whole=table.match is None or len(table.log) == len(table.match.journal.lines),
        invites={
            str(n): seat.invite
            for n, seat in enumerate(table.seats)
            if seat.kind == "invited" and (owner or n in regard.kept)
        },
        kept=sorted(regard.kept) if table.stage == "gathering" else [],
        view=view(table, front),
        question=question(table, front),
        undo=needs,
        undo_seat=undo_seat,
        deadlines=table.timing.announced(),
        clock=clock(table, now),
        answer_to=answer_to,
    )


def keepsake(table: Table) -> Keepsake | None:
    """What can be seen from every seat and by spectators, to be shown once the rules have changed."""
    match = table.match
    if match is None:
        return None
    fronts: list[Front] = [None, *range(table.row.seats)]
    views = table.game.views(match.state, fronts)
    made: Made = {}
    sights = {
        "" if front is None else str(front): Sight(
            view=view, log=entries(table, front, table.log, made=made), hidden=sorted(match.hidden_from(front))
        )
        for front, view in zip(fronts, views, strict=True)
    }
    return Keepsake(table.version, len(table.line_versions), sights)


@dataclass(frozen=True, slots=True)
class Seen:
    """What the viewers of one front have last seen, from which their next delta follows.

    Most of a view is the same for all fronts and kept once.
    """

    version: int
    view: wire.Plain | None
    question: bytes


def seen(table: Table, front: Front) -> Seen:
    return Seen(table.version, view(table, front), _encode(question(table, front)))


@dataclass(frozen=True)
class Now:
    """A table as it is after a change, worked out once for everybody."""

    time: int
    views: dict[Front, wire.Plain | None]
    pauses: dict[int, list[dict[Front, wire.Plain]]]  # the views where a line pauses, by its number
    deadlines: dict[str, int]
    clock: wire.Clock | None
    info: wire.TableInfo | None  # set where seats, stage or wish changed too
    differences: Differences
    made: Made


def as_it_is(
    table: Table, fronts: Sequence[Front], happened: Sequence[Happening], presence: Presence | None, time: int
) -> Now:
    """The present table; `presence` is given if seats, stage or wish have changed."""
    views: dict[Front, wire.Plain | None] = dict.fromkeys(fronts)
    if table.match is not None:
        views.update(_views(table, table.match.state, fronts))
    pauses = {
        happening.number: [_views(table, pause.state, fronts) for pause in happening.pauses] for happening in happened
    }
    news = None if presence is None else info(table, presence)
    return Now(time, views, pauses, table.timing.announced(), clock(table, time), news, Differences(), {})


def _views(table: Table, state: State, fronts: Sequence[Front]) -> dict[Front, wire.Plain]:
    return dict(zip(fronts, table.game.views(state, fronts), strict=True))


def delta(table: Table, front: Front, before: Seen, happened: Sequence[Happening], now: Now) -> tuple[wire.Delta, Seen]:
    """What has changed for one front, and what it will then have seen."""
    asked, told = question(table, front), _told_of(table, front, happened, news=True)
    patch, shown = now.differences.between(before.view, now.views[front])
    after = Seen(table.version, shown, _NOTHING if asked is None else _encode(asked))
    message = wire.Delta(
        version=table.version,
        before=before.version,
        now=now.time,
        log=_entries(table, front, happened, told, now.made),
        patch=patch,
        pauses=_pauses(front, before, happened, told, now),
        undo=table.undoing.needs(front),
        deadlines=now.deadlines,
        clock=now.clock,
        table=now.info,
    )
    if after.question == before.question:
        message.same_question = asked is not None
    else:
        message.question = asked
    return message, after


def _pauses(
    front: Front, before: Seen, happened: Sequence[Happening], told: Sequence[Sequence[Event]], now: Now
) -> list[wire.Pause]:
    """Where the steps of a delta may be shown in parts."""
    pauses, known = list[wire.Pause](), 0
    for happening, of_it in zip(happened, told, strict=True):
        if happening.pauses:
            for pause, views in zip(happening.pauses, now.pauses[happening.number], strict=True):
                patch, _ = now.differences.between(before.view, views[front])
                pauses.append(wire.Pause(pause.name, known + _how_many(of_it, happening.events[: pause.events]), patch))
        known += len(of_it)
    return pauses


def _how_many(told: Sequence[Event], first: Sequence[Event]) -> int:
    """How many of the first events of a line are told."""
    known = set(map(id, told))
    return len([event for event in first if id(event) in known])


def hinted(advice: Advice) -> wire.Hinted:
    answer = [list(choice) for choice in advice.answer]
    return wire.Hinted(answer, round(100 * advice.share), round(100 * advice.less))
