"""How a game flows: a stack of frozen steps, and the state that carries it.

What is still to happen is on `state.stack`, the next thing on top. A plain `Step` acts and is gone. A
`Decision` waits for one seat, a `Chance` for the dice, a `Together` for several seats at once. Steps hold ids and
ints only and never change, so a clone shares them and a dump is exact in the middle of anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from mypy_extensions import mypyc_attr

from kronrat.core.events import Event, Forced, SealsBroken

if TYPE_CHECKING:
    from kronrat.core.dice import Dice
    from kronrat.core.game import Game, Standing

CHANCE: Final = -1
"""The seat that owns dice, shuffles and draws."""
CLOCK: Final = -2
"""The seat that owns a printed timer."""

Choice = tuple[str | int, ...]
"""What a seat answers, in flat words and numbers: `("influence", 9, 4, 5)`."""
Facts = Mapping[str, Any]
Listener = Callable[[Event], None]


class Reason:
    """Why a choice is refused: the rule it breaks, the sentence that says so, and the facts for that sentence.

    >>> kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2).state.why_not(0, ("dance",)).rule.partition("-")[0]
    'CORE'
    """

    def __init__(self, rule: str, says: str, facts: Facts | None = None) -> None:
        self.rule = rule
        self.says = says
        self.facts: Facts = {} if facts is None else facts

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Reason):
            return NotImplemented
        return (self.rule, self.says, self.facts) == (other.rule, other.says, other.facts)

    def __hash__(self) -> int:
        return hash((self.rule, self.says))

    def __reduce__(self) -> tuple[Any, ...]:
        return Reason, (self.rule, self.says, self.facts)

    def __repr__(self) -> str:
        facts = "".join(f", {name}={value!r}" for name, value in self.facts.items())
        return f"Reason({self.rule}, {self.says}{facts})"


@mypyc_attr(allow_interpreted_subclasses=True)
class IllegalChoice(ValueError):
    """A choice outside `options`; `reason` says which rule refuses it. A `Match` raises it as a `Refusal`.

    >>> state = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="an example").state
    >>> try:
    ...     state.play(state.deciding()[0], ("dance",))
    ... except kronrat.IllegalChoice as refused:
    ...     print(refused)
    CORE-FORM: 'dance' is refused (core.form)
    """

    def __init__(self, seat: int, choice: Choice, reason: Reason) -> None:
        said = " ".join(map(str, choice)) if type(choice) is tuple else str(choice)
        super().__init__(f"{reason.rule}: {said[:80]!r} is refused ({reason.says})")
        self.seat = seat
        self.choice = choice
        self.reason = reason

    def __reduce__(self) -> tuple[Any, ...]:
        """Keeps the reason when another process raises it; by default only the sentence would be passed on."""
        return IllegalChoice, (self.seat, self.choice, self.reason), self.__dict__


@mypyc_attr(allow_interpreted_subclasses=True)
class PauseListener:
    """A listener that also wants to know where the rules pause."""

    def __call__(self, event: Event) -> None:
        raise NotImplementedError

    def pause(self, name: str) -> None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One pending piece of the game: frozen, ids and ints only. `FIELDS` are its `__init__` arguments."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def run(self, state: Any) -> None:
        raise NotImplementedError

    def surface(self, state: State) -> bool:
        """What happens when this step is on top of the stack; True: it stays there and waits for an answer."""
        state.stack.pop()
        self.run(state)
        return False

    def values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.FIELDS])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self.values() == other.values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, self.values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self.values()))})"

    def __deepcopy__(self, memo: dict[int, Any]) -> Step:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.values()


@mypyc_attr(allow_interpreted_subclasses=True)
class Phase(Step):
    """The marker of a state that has a `phase` moves on to this one."""

    FIELDS: ClassVar[tuple[str, ...]] = ("phase",)

    def __init__(self, phase: int) -> None:
        self.phase = phase

    def run(self, state: Any) -> None:
        state.phase = self.phase
        if state.listener is not None:
            state.tell(self.begun())

    def begun(self) -> Event:
        """What everybody is told."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Step):
    """A question to one seat. `options` is the only definition of what is legal; `resolve` does not check again."""

    FIELDS: ClassVar[tuple[str, ...]] = ("seat",)
    rule: ClassVar[str] = ""  # the rule that asks
    verbs: ClassVar[tuple[str, ...]] = ()  # the first words an answer may have

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def options(self, state: Any) -> list[Choice]:
        """Every legal answer, in a fixed order, reading only what the seat may know."""
        raise NotImplementedError

    def resolve(self, state: Any, choice: Choice) -> None:
        raise NotImplementedError

    def surface(self, state: State) -> bool:
        """Wait for a real choice: a question with one answer is answered here."""
        if self.seat < 0:
            return True
        offer = self.options(state)
        if len(offer) > 1:
            state.offer = offer
            return True
        state.stack.pop()
        if state.listener is not None:
            state.listener(Forced(self.forced_by(state), self.seat, offer[0]))
        self.resolve(state, offer[0])
        return False

    def why_not(self, state: Any, choice: Choice) -> Reason | None:
        """The rule that a well-formed answer outside `options` breaks."""
        return None

    def forced_by(self, state: Any) -> str:
        """The rule to name when only one answer is left."""
        return self.rule

    def witnesses(self, state: Any) -> tuple[int, ...] | None:
        """Seats that learn the answer at once; None = everybody."""
        return None


@mypyc_attr(allow_interpreted_subclasses=True)
class Chance(Decision):
    """A question to CHANCE: no options but a way to sample, to weigh and to check an answer."""

    FIELDS: ClassVar[tuple[str, ...]] = ()

    def __init__(self) -> None:
        self.seat = CHANCE

    def sample(self, state: Any, dice: Dice) -> Choice:
        raise NotImplementedError

    def outcomes(self, state: Any) -> list[tuple[Choice, int]] | None:
        """Every answer with its integer weight, or None where there are more than 1,000."""
        return None

    def accepts(self, state: Any, choice: Choice) -> bool:
        raise NotImplementedError

    def for_seat(self) -> int:
        """The seat whose dice, cards or draw it is, if the step says who its owner is; CHANCE if they are for all."""
        return int(getattr(self, "owner", CHANCE))


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Decision):
    """What one seat still owes inside a `Together`. `proceed` acts and returns the seat's next part, or None."""

    def proceed(self, state: Any, choice: Choice) -> Part | None:
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class Together(Step):
    """Several seats decide at once, one part each; when none is left, the step below runs.

    Sealed: answers wait unseen as private fields of their seat, and their order does not matter. A seat with one
    possible answer is still asked, because skipping it would tell the others. Open: each choice acts at once and the
    order matters; CLOCK may own a part.
    """

    FIELDS: ClassVar[tuple[str, ...]] = ("parts",)
    sealed: ClassVar[bool] = True

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self.parts = parts

    def surface(self, state: State) -> bool:
        if self.parts:
            return True
        state.stack.pop()
        return False

    def part(self, seat: int) -> Part | None:
        for part in self.parts:
            if part.seat == seat:
                return part
        return None

    def proceed(self, state: Any, part: Part, choice: Choice) -> tuple[Part, ...]:
        """The parts that remain once `part` is answered; override where one answer ends it for all."""
        following = part.proceed(state, choice)
        if following is part:
            return self.parts
        return tuple([p for q in self.parts if (p := following if q is part else q) is not None])


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game in progress, without its past: plain fields, the stack, and nothing that cannot be cloned.

    >>> state = kronrat.Match(kronrat.load(kronrat.list_games()[0]), 2, seed="an example").state
    >>> world = state.clone()  # thousands of times a second
    >>> seat = world.deciding()[0]
    >>> world.apply(seat, world.options(seat)[0])
    >>> state.game.digest(state) == state.game.digest(world)
    False
    """

    FIELDS: ClassVar[tuple[str, ...]] = ()  # what a dump keeps besides the stack and the `players`
    __slots__ = ("game", "listener", "memory", "offer", "seats", "stack")  # cloned faster than what has a `__dict__`

    game: Game
    seats: int
    stack: list[Step]
    listener: Listener | None
    offer: list[Choice] | None  # the open decision's options, found when it surfaced
    memory: Any  # what everybody saw happen but the fields do not hold, see `Game.remember`; not part of the position

    def start(self, game: Game, seats: int) -> None:
        """What every state begins with; for `Game.blank` and `Game.new`."""
        self.game = game
        self.seats = seats
        self.stack = []
        self.listener = None
        self.offer = None
        self.memory = None

    # -- who decides, and what ---------------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.stack

    def deciding(self) -> tuple[int, ...]:
        """The seats that may choose now; CHANCE and CLOCK are seats too."""
        if not self.stack:
            return ()
        top = self.stack[-1]
        if isinstance(top, Decision):
            return (top.seat,)
        if not isinstance(top, Together):
            raise TypeError(f"{type(top).__name__} asks nobody: what `new` puts on top has to be a question")
        return tuple([part.seat for part in top.parts])

    def decision(self, seat: int) -> Decision | None:
        """The question open to this seat, if there is one."""
        if not self.stack:
            return None
        top = self.stack[-1]
        if isinstance(top, Decision):
            return top if top.seat == seat else None
        return cast(Together, top).part(seat)

    def options(self, seat: int) -> list[Choice]:
        """Every legal choice of that seat, in a fixed order."""
        decision = self.decision(seat)
        if decision is None:
            return []
        if isinstance(decision, Chance):
            return [choice for choice, _ in decision.outcomes(self) or []]
        if isinstance(decision, Part):
            return decision.options(self)
        if self.offer is None:
            self.offer = decision.options(self)
        return self.offer[:]

    def why_not(self, seat: int, choice: Choice) -> Reason | None:
        """The reason why this choice is refused, or None if it is legal."""
        if not self.stack:
            return Reason("CORE-OVER", "core.over")
        decision = self.decision(seat) if type(seat) is int else None
        if decision is None:
            return Reason("CORE-NOT-ASKED", "core.not_asked", {"seats": self.deciding()})
        if type(choice) is not tuple or any([type(word) is not str and type(word) is not int for word in choice]):
            return Reason("CORE-FORM", "core.form", {"verbs": decision.verbs})  # True equals 1, but is not a number
        if isinstance(decision, Chance):
            return None if decision.accepts(self, choice) else Reason("CORE-FORM", "core.chance")
        if choice in self.options(seat):
            return None
        if not choice or choice[0] not in decision.verbs:
            return Reason("CORE-FORM", "core.form", {"verbs": decision.verbs})
        return decision.why_not(self, choice) or Reason("CORE-UNKNOWN", "core.unknown")

    # -- answering ---------------------------------------------------------------------------------------------

    def play(self, seat: int, choice: Choice) -> None:
        """Answer, checked: raises `IllegalChoice` with the reason."""
        reason = self.why_not(seat, choice)
        if reason is not None:
            raise IllegalChoice(seat, choice, reason)
        self.apply(seat, choice)

    def apply(self, seat: int, choice: Choice) -> None:
        """Answer, unchecked, for search: the choice must be one of `options(seat)`."""
        top = self.stack[-1]
        if isinstance(top, Decision):
            self.stack.pop()
            top.resolve(self, choice)
            self.settle()
        else:
            together = cast(Together, top)
            self.answer(together, cast(Part, together.part(seat)), choice)

    def answer(self, together: Together, part: Part, choice: Choice) -> None:
        """The same for one of those who decide together."""
        self.stack.pop()
        parts = together.proceed(self, part, choice)
        if parts is together.parts:
            self.stack.append(together)
        elif parts:
            self.stack.append(type(together)(parts))
        elif together.sealed and self.listener is not None:
            self.listener(SealsBroken(part.rule))
        self.settle()

    def settle(self) -> None:
        """Run steps until somebody has a real choice."""
        self.offer = None
        stack = self.stack
        while stack and not stack[-1].surface(self):
            pass

    def push(self, *steps: Step) -> None:
        """Put steps on the stack, given in the order in which they are to happen."""
        stack = self.stack
        for step in reversed(steps):
            stack.append(step)

    # -- chance --------------------------------------------------------------------------------------------------

    def sample(self, dice: Dice) -> Choice:
        """What CHANCE answers now, drawn from these dice."""
        chance = cast(Chance, self.stack[-1])
        if dice.keyed:
            dice.turn_to(self.moment())
        return chance.sample(self, dice)

    def moment(self) -> str:
        """What keyed dice are asked for: when in the game it is, for which seat CHANCE answers, and what."""
        chance = cast(Chance, self.stack[-1])
        when = ".".join([str(part) for part in self.game.moment(self)])
        seat = chance.for_seat()
        return f"{when or '-'} {'*' if seat < 0 else seat} {type(chance).__name__}"

    def outcomes(self) -> list[tuple[Choice, int]] | None:
        """Every answer of CHANCE with its weight, or None where there are too many to list."""
        return cast(Chance, self.stack[-1]).outcomes(self)

    # -- looking -------------------------------------------------------------------------------------------------

    def preview(self, seat: int, choice: Choice) -> list[Event]:
        """What the seat can foresee of this choice: up to the next decision, without what would be revealed."""
        reason = self.why_not(seat, choice)
        if reason is not None:
            raise IllegalChoice(seat, choice, reason)
        world = self.clone()
        heard: list[Event] = []
        world.listener = heard.append
        world.apply(seat, choice)
        foreseen: list[Event] = []
        for event in heard:
            if event.reveals:
                break
            if event.seen_by(seat):
                foreseen.append(event)
        return foreseen

    def tell(self, event: Event) -> None:
        """Tell the listener. Callers test `listener` first, so that silence costs nothing."""
        cast(Listener, self.listener)(event)

    def pause(self, name: str) -> None:
        """Say that something worth seeing by itself has ended here, though nobody is asked. Only a match that is
        watched wants to know: see `kronrat.core.pauses`.
        """
        listener = self.listener
        if isinstance(listener, PauseListener):
            listener.pause(name)

    def standing(self) -> list[Standing]:
        """All seats, best first; during a game as if it ended now."""
        return self.game.standing(self)

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as a dump, since compiled classes cannot be pickled by their fields; without its listener."""
        return _restored, (self.game, self.game.dump(self), self.memory)

    def clone(self) -> State:
        """A second state that is played on independently."""
        raise NotImplementedError

    def copy_flow(self, other: State) -> None:
        """Take over what every state has; a clone has no listener."""
        self.game = other.game
        self.seats = other.seats
        self.stack = other.stack[:]
        self.listener = None
        self.offer = other.offer
        self.memory = other.memory


def _restored(game: Game, dump: Mapping[str, Any], memory: Any) -> State:
    """A state that was pickled."""
    state: State = game.restore(dump)
    state.memory = memory
    return state


def malformed(verbs: Iterable[str]) -> Reason:
    """A choice whose words do not fit the notation of the open question."""
    return Reason("CORE-FORM", "core.form", {"verbs": tuple(verbs)})
