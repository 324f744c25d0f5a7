"""Every choice that is not legal is refused with a reason: the rule it breaks, not a shrug.

Legal choices of many positions are changed by one word; what is no longer legal must be explained.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from kronrat.box import box_of
from kronrat.core.flow import CHANCE, Choice, Reason
from kronrat.core.notation import choice_text
from kronrat.games.kingsburg.rules.construction import Build
from kronrat.games.kingsburg.rules.influence import Influence
from kronrat.games.kingsburg.rules.rolling import RollDice
from kronrat.games.kingsburg.rules.state import AUTUMN, GOODS, SPRING, SUMMER
from kronrat.games.kingsburg.testing import Kingsburg, Roll, building_turn, full_game, rules
from kronrat.words import Words
from tests.games.kingsburg.editions import both_editions
from tests.marks import rule

RULES = box_of("kingsburg").book / "rules.en.md"

BUILDINGS = tuple(building.id for row in rules().base_sheet.rows for building in row)
VERBS = ("influence", "pass", "build", "take", "trade", "decline", "use", "done", "recruit", "lose", "bonus")
NUMBERS = tuple(range(-1, 21))
VOCABULARY: tuple[str | int, ...] = (*VERBS, *GOODS, "plus2", "envoy", "die", *BUILDINGS, *NUMBERS)

POSITIONS = 90  # for each edition and number of seats
WALK = 30  # choices after each set-up
CHANGES = 1_000  # for each position, shared among its legal choices, but at least 20 for each of these
PHASES = (1, SPRING, SUMMER, AUTUMN, 7, 8, 8)

every_table = pytest.mark.parametrize("seats", [2, 3, 4, 5])


# -- positions -----------------------------------------------------------------------------------------------------


class LoadedDice(Kingsburg):
    """A table at which all dice of a player often show one number, so that cards for that are met too."""

    def __init__(self, seats: int, edition: str, random: Random) -> None:
        super().__init__(seats, edition)
        self.luck = random

    def chance(self) -> Choice:
        step = self.state.stack[-1]
        if not isinstance(step, RollDice) or self.luck.random() < 0.7:
            return super().chance()
        own, bonus = step.counts(self.state)
        face = self.luck.randrange(1, 7)
        return ("roll", step.owner, *[face] * own, *(["bonus"] if bonus else []), *[face] * bonus)


def positions(edition: str, seats: int) -> Iterator[Kingsburg]:
    """Positions on random walks that start from sheets, goods, tokens and dice of all kinds."""
    random = Random(f"{edition} {seats}")
    found = 0
    while found < POSITIONS:
        table = _set_up(edition, seats, random)
        for _ in range(WALK):
            if table.state.over or found == POSITIONS:
                break
            if not isinstance(table.state.stack[-1], Influence) or random.random() < 0.2:
                found += 1
                yield table
            seat = table.deciding
            table.play(f"{seat} {choice_text(random.choice(table.state.options(seat)))}")


def _set_up(edition: str, seats: int, random: Random) -> Kingsburg:
    table = LoadedDice(seats, edition, random).envoy(random.randrange(-1, seats))
    for seat in range(seats):
        columns = [random.randrange(5) for _ in range(5)]
        standing = [row[column - 1].id for row, column in zip(rules().base_sheet.rows, columns, strict=True) if column]
        table.give(seat, *standing, plus2=random.randrange(3), soldiers=random.randrange(3))
        table.give(seat, extra_dice=random.randrange(2), vp=random.randrange(3))
        table.give(seat, gold=random.randrange(5), wood=random.randrange(5), stone=random.randrange(5))
    table.enemy(random.choice(list(rules().tables.enemies)))
    return table.begin(random.choice(PHASES), year=random.randrange(1, 5), die=1)


# -- changes -------------------------------------------------------------------------------------------------------


def changes(choice: Choice) -> list[Choice]:
    """The choice with one word replaced, dropped or added."""
    changed: list[Choice] = []
    for place, word in enumerate(choice):
        changed += [(*choice[:place], other, *choice[place + 1 :]) for other in VOCABULARY if other != word]
        changed.append((*choice[:place], *choice[place + 1 :]))
    for place in range(1, len(choice) + 1):
        changed += [(*choice[:place], other, *choice[place:]) for other in VOCABULARY]
    return changed


_DIE, _GOOD, _CARD = r"-?\d+", "(gold|wood|stone)", f"({'|'.join(BUILDINGS)})"
NOTATION = re.compile(
    rf"influence {_DIE}( {_DIE})*( bonus( {_DIE})+)?( plus2)?( market)?( envoy)?"
    rf"|pass|done|decline|bonus {_DIE}|build {_CARD}( envoy)?"
    rf"|trade {_GOOD}|(take|recruit|lose)( {_GOOD})+"
    rf"|use statue (die|bonus)|use chapel|use town_hall( {_GOOD}| plus2)+"
)


class Count:
    """What became of the changed choices."""

    def __init__(self) -> None:
        self.legal = 0
        self.refused: Counter[str] = Counter()  # by rule
        self.written_well: Counter[str] = Counter()  # those of them that keep to the notation of the open question
        self.unknown: list[str] = []
        self.questions: Counter[str] = Counter()

    def add(self, question: str, verbs: tuple[str, ...], changed: Choice, reason: Reason) -> None:
        self.refused[reason.rule] += 1
        text = choice_text(changed)
        if changed and changed[0] in verbs and NOTATION.fullmatch(text):
            self.written_well[reason.rule] += 1
        if reason.rule == "CORE-UNKNOWN":
            self.unknown.append(f"{question}: {text}")


@cache
def count(edition: str, seats: int) -> Count:
    found = Count()
    random = Random(seats)
    for table in positions(edition, seats):
        state, seat = table.state, table.deciding
        question = state.decision(seat)
        assert question is not None
        name = type(question).__name__
        found.questions[name] += 1
        before = rules().digest(state)
        offer = state.options(seat)
        legal = set(offer)
        for choice in offer:
            assert state.why_not(seat, choice) is None, choice
            every = changes(choice)
            for changed in random.sample(every, min(len(every), max(20, CHANGES // len(offer)))):
                reason = state.why_not(seat, changed)
                assert (reason is None) == (changed in legal), (name, changed)
                if reason is None:
                    found.legal += 1
                else:
                    found.add(name, question.verbs, changed, reason)
                    _check_facts(reason)
        assert rules().digest(state) == before
    return found


def _check_facts(reason: Reason) -> None:
    """Where a reason counts, it must really be too little or too much."""
    if reason.says in ("reason.too_few_goods", "reason.no_such_die", "reason.no_such_bonus", "reason.bonus_dice"):
        assert not 0 <= reason.facts["needs"] <= reason.facts["has"], reason
    if reason.says == "reason.goods_missing":
        assert any(reason.facts[good] for good in GOODS), reason
    if reason.says == "reason.number_of_goods":
        assert reason.facts["needs"] != reason.facts["has"], reason
    if reason.says == "reason.total":
        assert reason.facts["total"] != reason.facts["rank"], reason


def everything() -> list[Count]:
    return [count(edition, seats) for edition in ("1e", "2e") for seats in (2, 3, 4, 5)]


# -- the systematic test -------------------------------------------------------------------------------------------


@both_editions
@every_table
def test_what_is_legal_has_no_reason_and_what_is_not_has_one(edition: str, seats: int) -> None:
    found = count(edition, seats)  # compares both, choice by choice
    assert found.refused.total() > 10_000
    assert found.legal > 0


@both_editions
@every_table
def test_at_most_one_percent_of_refusals_is_unexplained(edition: str, seats: int) -> None:
    found = count(edition, seats)
    assert found.refused["CORE-UNKNOWN"] <= 0.01 * found.refused.total()


@both_editions
@every_table
def test_no_refusal_is_unexplained(edition: str, seats: int) -> None:
    assert count(edition, seats).unknown == []


@both_editions
@every_table
def test_reasons_name_rules_of_the_catalogue(edition: str, seats: int) -> None:
    known = set(re.findall(r"^### (KB2?-\S+) ", RULES.read_text(encoding="utf-8"), re.MULTILINE))
    named = set(count(edition, seats).refused) - {"CORE-FORM", "CORE-UNKNOWN"}
    assert named
    assert named <= known


def test_what_is_written_well_is_refused_by_a_rule() -> None:
    """Faces and goods out of order are the one thing that is merely written wrong."""
    written_well = sum((found.written_well for found in everything()), Counter[str]())
    assert written_well.total() > 10_000
    assert written_well["CORE-FORM"] <= 0.05 * written_well.total()


def test_every_question_of_the_game_was_met() -> None:
    met = {name for found in everything() for name in found.questions}
    assert met == {
        *("TakeGoods", "RollBonusDice", "UseCards", "Influence", "Trade"),
        *("BuyGoods", "Build", "Recruit", "LoseGoods", "AcceptGain"),
    }


# -- one by one: buildings -----------------------------------------------------------------------------------------


@rule("KB-P2d-3")
@both_editions
def test_a_building_to_the_left_is_missing(edition: str) -> None:
    table = building_turn(edition, gold=9, wood=9, stone=9)
    assert table.refuse("0 build church") == Reason(
        "KB-P2d-3", "reason.row_order", {"building": "church", "missing": "statue"}
    )
    table = building_turn(edition, "statue", gold=9, wood=9, stone=9)
    assert table.refuse("0 build church").facts["missing"] == "chapel"
    table = building_turn(edition, "statue", "chapel", gold=9, wood=9, stone=9)
    assert "build church" in table.options()


@rule("KB-P2d-2")
@both_editions
@pytest.mark.parametrize(("good", "needs"), [("gold", 3), ("wood", 1), ("stone", 2)])
def test_goods_are_missing(edition: str, good: str, needs: int) -> None:
    table = building_turn(edition, "chapel", **{"gold": 9, "wood": 9, "stone": 9, good: needs - 1})
    missing = {"gold": 0, "wood": 0, "stone": 0, good: 1}
    assert table.refuse("0 build church") == Reason(
        "KB-P2d-2", "reason.goods_missing", {"building": "church", **missing}
    )


@rule("KB-P2d-2")
@both_editions
def test_all_goods_that_are_missing_are_named_at_once(edition: str) -> None:
    table = building_turn(edition, "chapel", gold=1, wood=1, stone=1)
    reason = table.refuse("0 build church")
    assert reason.facts == {"building": "church", "gold": 2, "wood": 0, "stone": 1}
    assert Words("en", "kingsburg").reason(reason) == "For the Church you still need 2 gold and 1 stone."
    assert Words("de", "kingsburg").reason(reason) == "Für die Kirche brauchst du noch 2 Gold und 1 Stein."


@rule("KB-P2d-4")
@both_editions
@pytest.mark.parametrize("id", ["statue", "chapel"])
def test_a_building_stands_already(edition: str, id: str) -> None:
    table = building_turn(edition, "chapel", gold=9, wood=9, stone=9)
    assert table.refuse(f"0 build {id}") == Reason("KB-P2d-4", "reason.built_already", {"building": id})


@both_editions
def test_a_missing_neighbour_is_named_before_missing_goods(edition: str) -> None:
    table = Kingsburg(3, edition).ask(Build(0, again=False))
    assert table.refuse("0 build church").rule == "KB-P2d-3"
    assert table.refuse("0 build statue").rule == "KB-P2d-2"


@rule("KB-P5-8", "KB-P5-6")
@both_editions
def test_the_envoy_builds_the_second_building_only(edition: str) -> None:
    table = building_turn(edition, gold=9, wood=9, stone=9).envoy(0)
    assert table.refuse("0 build statue envoy").rule == "KB-P5-8"
    table.play("0 build statue")
    assert table.refuse("0 build inn").rule == "KB-P2d-1"
    assert table.refuse("0 build church envoy").facts["missing"] == "chapel"
    assert table.refuse("0 build statue envoy").rule == "KB-P2d-4"


# -- one by one: influencing ---------------------------------------------------------------------------------------


def influencing(edition: str = "2e") -> Kingsburg:
    """Seat 0 with an Inn, the dice 2, 3, 6 and a bonus die 4; rank 5 is taken."""
    table = Kingsburg(3, edition).give(0, "inn", extra_dice=1).occupy(5, 1, 5)
    rolls: dict[int, Roll | list[Roll]] = {0: ((2, 3, 6), (4,)), 1: (5, 6, 6), 2: (6, 6, 6)}
    table.begin(SPRING, rolls=rolls, alone=True)
    return table.play("0 bonus 1") if edition == "2e" else table


@both_editions
@pytest.mark.parametrize(
    ("line", "cause"),
    [
        ("influence 7 2 5", Reason("KB-P2b-3", "reason.no_such_die", {"die": 5, "needs": 1, "has": 0})),
        ("influence 4 2 2", Reason("KB-P2b-3", "reason.no_such_die", {"die": 2, "needs": 2, "has": 1})),
        ("influence 8 2 bonus 6", Reason("KB-P2b-3", "reason.no_such_bonus", {"die": 6, "needs": 1, "has": 0})),
        ("influence 10 2 bonus 4 4", Reason("KB-P2b-3", "reason.no_such_bonus", {"die": 4, "needs": 2, "has": 1})),
        ("influence 6 2 4", Reason("KB-P2b-3", "reason.no_such_die", {"die": 4, "needs": 1, "has": 0})),
        ("influence 9 2 6", Reason("KB-P2b-3", "reason.total", {"total": 8, "rank": 9})),
        ("influence 7 2 6", Reason("KB-P2b-3", "reason.total", {"total": 8, "rank": 7})),
        ("influence 0 2", Reason("KB-P2b-11", "reason.no_such_rank", {"total": 2, "rank": 0})),
        ("influence 19 2", Reason("KB-P2b-11", "reason.no_such_rank", {"total": 2, "rank": 19})),
        ("influence 4 bonus 4", Reason("KB-P2b-5", "reason.needs_own_die")),
        ("influence 2 plus2", Reason("KB-P2b-5", "reason.needs_own_die")),
        ("influence 2", Reason("KB-P2b-5", "reason.needs_own_die")),
        ("influence 4 2 plus2", Reason("KB-P2b-4", "reason.no_token")),
        ("influence 6 2 plus2 plus2", Reason("KB-P2b-4", "reason.one_token")),
        ("influence 5 2 3", Reason("KB-P2b-7", "reason.occupied", {"rank": 5, "private": False})),
        ("influence 3 2 market", Reason("KB-TIME-13", "reason.not_owned", {"card": "building.market"})),
        ("influence 5 2 3 envoy", Reason("KB-P5-3", "reason.no_envoy")),
        ("influence 8 6 2", Reason("CORE-FORM", "reason.dice_in_order")),
    ],
)
def test_why_a_placement_is_refused(edition: str, line: str, cause: Reason) -> None:
    assert influencing(edition).refuse(f"0 {line}") == cause


@rule("KB-P5-9")
@both_editions
def test_the_envoy_is_not_for_a_free_advisor(edition: str) -> None:
    table = influencing(edition).envoy(0)
    assert table.refuse("0 influence 8 2 6 envoy") == Reason(
        "KB-P5-9", "reason.envoy_not_needed", {"rank": 8, "private": False}
    )


@both_editions
@pytest.mark.parametrize("line", ["influence", "influence statue", "influence 8 2 gold", "influence 8 bonus", "pass 1"])
def test_what_is_no_placement_at_all(edition: str, line: str) -> None:
    assert influencing(edition).refuse(f"0 {line}").rule == "CORE-FORM"


@both_editions
def test_a_placement_is_no_way_to_pass(edition: str) -> None:
    assert influencing(edition).refuse("0 pass 8 2 6").rule == "CORE-FORM"


# -- one by one: goods, cards and bonus dice -----------------------------------------------------------------------


@both_editions
def test_why_goods_are_refused(edition: str) -> None:
    table = Kingsburg(3, edition).occupy(12, 0, 6, 6).occupy(4, 0, 4).occupy(6, 0, 6).give(0, wood=1)
    table.begin(SPRING, alone=True).all_pass()
    assert table.refuse("0 take stone") == Reason("KB-ADV-4", "reason.not_these_goods")
    assert table.refuse("0 take gold wood") == Reason("KB-ADV-4", "reason.number_of_goods", {"needs": 1, "has": 2})
    table.play("0 take wood")
    few = {"good": "stone", "needs": 1, "has": 0}
    assert table.refuse("0 trade stone") == Reason("KB-ADV-6", "reason.too_few_goods", few)
    assert table.refuse("0 decline wood").rule == "CORE-FORM"
    table.play("0 decline")
    assert table.refuse("0 take gold") == Reason("KB-ADV-12", "reason.number_of_goods", {"needs": 2, "has": 1})
    assert table.refuse("0 take wood gold") == Reason("CORE-FORM", "reason.goods_in_order")
    assert table.refuse("0 take market gold").rule == "CORE-FORM"


@both_editions
def test_why_a_card_is_refused(edition: str) -> None:
    table = Kingsburg(3, edition).give(0, "statue", "market").begin(SPRING, rolls={0: (2, 2, 2)}, alone=True)
    assert table.refuse("0 use chapel") == Reason("KB-TIME-13", "reason.not_owned", {"card": "building.chapel"})
    assert table.refuse("0 use market") == Reason("KB-TIME-9", "reason.not_now", {"card": "building.market"})
    assert table.refuse("0 use statue bonus") == Reason("KB-BLD-STATUE-1", "reason.no_bonus_dice")
    assert table.refuse("0 use statue gold").rule == "CORE-FORM"
    assert table.refuse("0 use").rule == "CORE-FORM"
    assert table.refuse("0 done die").rule == "CORE-FORM"


@rule("KB-P2a-6")
def test_why_a_number_of_bonus_dice_is_refused() -> None:
    table = Kingsburg(3).give(0, extra_dice=2).begin(SPRING, alone=True)
    assert table.refuse("0 bonus 3") == Reason("KB-P2a-6", "reason.bonus_dice", {"needs": 3, "has": 2})
    assert table.refuse("0 bonus -1").rule == "KB-P2a-6"
    assert table.refuse("0 bonus die").rule == "CORE-FORM"


# -- one by one: whose turn ----------------------------------------------------------------------------------------


@both_editions
def test_nobody_else_is_asked(edition: str) -> None:
    table = influencing(edition)
    for seat in ("1", "2", "*", "%"):
        assert table.refuse(f"{seat} pass") == Reason("CORE-NOT-ASKED", "core.not_asked", {"seats": (0,)})


def test_after_the_end_nobody_is_asked() -> None:
    match, _ = full_game()
    assert match.state.why_not(0, ("pass",)) == Reason("CORE-OVER", "core.over")


@both_editions
def test_the_words_of_another_question_are_no_answer(edition: str) -> None:
    reason = influencing(edition).refuse("0 build statue")
    assert reason == Reason("CORE-FORM", "core.form", {"verbs": ("influence", "pass")})


@pytest.mark.parametrize(
    "answer", [("enemy", "e2_goblins_3"), ("enemy",), ("order", 0, 1), ("enemy", "e1_goblins_3", 1)]
)
def test_chance_must_answer_its_question_too(answer: Choice) -> None:
    state = rules().new(2)
    state.settle()
    assert state.why_not(CHANCE, ("enemy", "e1_goblins_3")) is None
    assert state.why_not(CHANCE, answer) == Reason("CORE-FORM", "core.chance")
