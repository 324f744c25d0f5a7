"""The sentence maker. Kinds of slots, as a message names them:

+  abs               a number with its sign, or without
#soldiers            the plural message `count.soldiers`, given the number as `n`; for a list, its length
player  players      names of seats; `{order,totals:players}` puts a number behind each
each  each_KIND      names of all seats, and behind each its entry of a list, as it is or by its message `KIND.…`
row  sum  list       `1, 3, 5`, `3+5`, and words joined by commas and an "and"
list_KIND            the same for words by their messages `KIND.…`
amounts              facts that are not zero, each by its plural message: `2 gold and 1 stone`
counts               the same for pairs of a name and a number, zero included
sums                 the same for words like `b2`, a name and a digit; the digits of one name are added
parts                the dice and words of a placement, each by its message `with.…`; `where.…` follows them all
turned               the same for dice that were turned, by `turned.…`
choice               a choice in words
source               the message that the fact names
anything else        the message `KIND.FACT`, or `KIND.cove` if the fact is an id with dots like `place.cove`;
                     a number without one of its own takes `KIND.plus` or `KIND.minus`
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import takewhile
from typing import Any

from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, CLOCK, Choice, Decision, Reason
from kronrat.core.game import Standing
from kronrat.words.catalogue import TERMINAL, Forms, messages
from kronrat.words.template import Include, Slot, Template, parse

TYPED = (f"{TERMINAL}.", "notation.")  # begins what is said only where choices are typed

Facts = Mapping[str, Any]


class UnknownMessage(KeyError):
    """An id that is not in any catalogue of this language."""


class MissingFact(KeyError):
    """A fact that a message needs but was not given."""


class Words:
    """What is said at one table: in one language, about one game and edition, to players with names."""

    def __init__(self, lang: str, game: str = "", variant: str = "", names: Sequence[str] = ()) -> None:
        self.lang = lang
        self.game = game
        self.variant = variant
        self.names = tuple(names)
        self._catalogue = messages(lang, game, variant)
        self._messages = self._catalogue.messages
        self._kinds: dict[str, Callable[..., str]] = {
            "": _plain,
            "+": lambda n: f"+{n}" if n > 0 else _plain(n),
            "abs": lambda n: str(abs(n)),
            "player": self.player,
            "players": self._players,
            "row": lambda values: self._joined("join.row", values),
            "sum": lambda dice: self._joined("join.sum", dice),
            "list": self._listed,
            "counts": self._counts,
            "sums": self._sums,
            "each": self._each,
            "parts": self._parts,
            "turned": lambda group: self._parts(group, "turned"),
            "choice": self.choice,
            "source": self.say,
        }

    # -- saying ----------------------------------------------------------------------------------------------------

    def has(self, id: str) -> bool:
        """Whether there is such a message."""
        return id in self._messages

    def say(self, id: str, /, **facts: Any) -> str:
        """The message in words. Where it has plural forms, `n` is the number that chooses."""
        return self._say(id, facts)

    def event(self, event: Event) -> str:
        """What happened: the message `event.…` of its class, given its fields and the words of its `group`."""
        facts = event.facts()
        return self._say(f"event.{snake(type(event).__name__)}", {**_counted(facts.get("group", ())), **facts})

    def reason(self, reason: Reason) -> str:
        """Why a choice is refused; the rule behind it is `reason.rule`."""
        return _capital(self._say(reason.says, reason.facts))

    def ask(self, decision: Decision, **context: Any) -> str:
        """What a decision asks for: the message `ask.…` of its class, given the decision's fields."""
        return self._say(f"ask.{_asked(decision)}", {**_fields(decision), **context})

    def choice(self, choice: Choice, decision: Decision | None = None, **context: Any) -> str:
        """A choice in words, for a list or a button; the decision it answers makes the words more precise.

        The message is the one with the most of the leading words, such as `choice.use.net`, and among these
        the one for the decision if there is one, such as `choice.pass.build`. Facts are what follows the verb, as
        `first`, `second`, `third`, as `all`, and as `rest` after the first, how often each word occurs, the
        decision's fields, and the context.
        """
        first, second, third = (*choice[1:4], "", "", "")[:3]
        given: dict[str, Any] = {"first": first, "second": second, "third": third}
        given |= {"rest": choice[2:], "all": choice[1:], **_counted(choice[1:])}
        if decision is not None:
            given |= _fields(decision)
        return _capital(self._say(self._choice_id(choice, decision), {**given, **context}))

    def standing(self, standing: Standing) -> str:
        """A line of the ranking, with what broke a tie."""
        facts = {"seat": standing.seat, "place": standing.place, "score": standing.score, "ties": standing.ties}
        return self._say("standing.line", facts)

    def player(self, seat: int) -> str:
        """The name of a seat."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        if seat in (CHANCE, CLOCK):
            return self.say("seat.chance" if seat == CHANCE else "seat.clock")
        return self.say("seat.name", number=seat + 1)

    def catalogue(self) -> dict[str, str | list[str]]:
        """All messages for a reader that makes its own sentences; plural forms are a list.

        The terminal's own are left out, and those of lessons, which come with them.
        """
        return {
            id: list(forms) if len(forms) > 1 else forms[0]
            for id, forms in self._messages.items()
            if not id.startswith(TYPED) and not (id.startswith("learn.") and id.count(".") > 1)
        }

    # -- how -------------------------------------------------------------------------------------------------------

    def _say(self, id: str, facts: Facts) -> str:
        forms = self._messages.get(id)
        if forms is None:
            raise UnknownMessage(f"there is no message {id!r} in {self.lang!r}")
        return self._render(parse(self._form(id, forms, facts)), facts, id)

    def _form(self, id: str, forms: Forms, facts: Facts) -> str:
        if len(forms) == 1:
            return forms[0]
        if "n" not in facts:
            raise MissingFact(f"message {id!r} needs 'n'")
        return forms[self._catalogue.form_of(abs(facts["n"]))]

    def _render(self, template: Template, facts: Facts, id: str) -> str:
        said: list[str] = []
        for part in template:
            if isinstance(part, str):
                said.append(part)
            elif isinstance(part, Slot):
                said.append(self._fill(part, facts, id))
            elif isinstance(part, Include):
                said.append(self._say(part.id, facts))
            elif bool(facts.get(part.fact)) is part.wanted:
                said.append(self._render(part.parts, facts, id))
        return "".join(said)

    def _fill(self, slot: Slot, facts: Facts, id: str) -> str:
        if slot.kind == "amounts":
            return self._amounts(slot.facts, facts)
        values: list[Any] = []
        for name in slot.facts:
            if name not in facts:
                raise MissingFact(f"message {id!r} needs {name!r}")
            values.append(facts[name])
        if slot.kind in self._kinds:
            return self._kinds[slot.kind](*values)
        if slot.kind.startswith("#"):
            n = values[0] if isinstance(values[0], int) else len(values[0])
            return self._say(f"count.{slot.kind[1:]}", {**facts, "n": n})
        many, _, kind = slot.kind.partition("_")
        if many in ("each", "list") and kind:
            return self._kinds[many]([self._say(self._named(kind, value), facts) for value in values[0]])
        return self._say(self._named(slot.kind, values[0]), facts)

    def _named(self, kind: str, value: object) -> str:
        id = f"{kind}.{str(value).lower().rpartition('.')[2]}"
        if isinstance(value, int) and id not in self._messages:
            general = f"{kind}.minus" if value < 0 else f"{kind}.plus"
            return general if general in self._messages else id
        return id

    def _choice_id(self, choice: Choice, decision: Decision | None) -> str:
        words = [str(word) for word in takewhile(lambda word: isinstance(word, str), choice)]
        asked = "" if decision is None else f".{_asked(decision)}"
        for count in range(len(words), 0, -1):
            id = ".".join(["choice", *words[:count]])
            for candidate in (id + asked, id):
                if candidate in self._messages:
                    return candidate
        return f"choice.{choice[0]}"

    def _joined(self, sign: str, values: Iterable[object]) -> str:
        return self.say(sign).join([str(value) for value in values])

    def _listed(self, values: Iterable[object]) -> str:
        items = [_plain(value) for value in values]
        if len(items) < 2:
            return items[0] if items else self.say("join.nothing")
        return self.say("join.list").join(items[:-1]) + self.say("join.and") + items[-1]

    def _players(self, seats: Sequence[int], numbers: Sequence[int] = ()) -> str:
        behind = [f" ({number})" for number in numbers] or [""] * len(seats)
        return self._listed([self.player(seat) + number for seat, number in zip(seats, behind, strict=True)])

    def _each(self, values: Sequence[object]) -> str:
        return self._listed([f"{self.player(seat)} ({_plain(value)})" for seat, value in enumerate(values)])

    def _amounts(self, names: Sequence[str], facts: Facts) -> str:
        return self._counts([(name, facts[name]) for name in names if facts.get(name)])

    def _counts(self, pairs: Iterable[tuple[str, int]]) -> str:
        return self._listed([self.say(f"count.{name}", n=n) for name, n in pairs])

    def _sums(self, words: Iterable[str]) -> str:
        sums: Counter[str] = Counter()
        for word in words:
            sums[word[:-1]] += int(word[-1])
        return self._counts(sums.items())

    def _parts(self, group: Choice, kind: str = "with") -> str:
        """`3 5 bonus 4 market` as dice and what goes with them; numbers belong to the word before them."""
        parts: list[tuple[str, list[int]]] = []
        behind = ""
        for word in group:
            if f"where.{word}" in self._messages:
                behind += f" ({self.say(f'where.{word}')})"
            elif isinstance(word, str):
                parts.append((word, []))
            else:
                if not parts:
                    parts.append(("dice", []))
                parts[-1][1].append(word)
        return self._listed([self.say(f"{kind}.{word}", numbers=numbers) for word, numbers in parts]) + behind


@cache
def snake(name: str) -> str:
    """`PearlTaken` as it is written in message ids: `pearl_taken`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def _asked(decision: Decision) -> str:
    return snake(type(decision).__name__)


def _fields(decision: Decision) -> dict[str, Any]:
    return dict(zip(decision.FIELDS, decision.values(), strict=True))


def _counted(words: Iterable[str | int]) -> dict[str, int]:
    """How often each word occurs; numbers are not counted."""
    return Counter([word for word in words if isinstance(word, str)])


def _plain(value: object) -> str:
    return str(value).replace("-", "−", 1) if isinstance(value, int) else str(value)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
