"""Module 2, governor cards: deal, keep, reveal, and what all cards have in common. Also the choice of modules."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest

from kronrat import Match
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.flow import CHANCE
from kronrat.core.game import BadOption
from kronrat.core.notation import parse_choice
from kronrat.core.playout import play_randomly
from kronrat.core.undo import UndoRefused
from kronrat.games.kingsburg.rules.events import (
    BonusDieGained,
    CardUsed,
    DiceRolled,
    GoodsGained,
    GovernorsRevealed,
    OrderSet,
    TokenGained,
    YearBegan,
)
from kronrat.games.kingsburg.rules.state import State
from kronrat.games.kingsburg.testing import AUTUMN, SPRING, SUMMER, Kingsburg, Roll, rules
from tests.marks import rule

DOCUMENTED = {
    *("minstrel", "sorcerer", "philosopher", "preacher", "priest", "prince"),
    *("tax_collector", "fairy", "usurer", "trickster", "duke"),
}
ATTESTED = DOCUMENTED | {
    *("architect", "politician", "carpenter", "miner"),
    *("sculptor", "damsel", "heiress", "general_gov"),
}
ALL = set(rules().tables.governors)  # cards of our own may be among them
DECKS = {"all": ALL, "attested": ATTESTED, "documented": DOCUMENTED}

HANDS = ("architect minstrel sorcerer", "philosopher politician preacher", "priest prince tax_collector")
FIRST: dict[int, Roll | list[Roll]] = {0: (1, 2, 5), 1: (5, 6, 6), 2: (6, 6, 6)}  # seat 0 comes first


def table(seats: int = 3, modules: str = "governors") -> Kingsburg:
    return Kingsburg(seats, modules=modules)


def governed(card: str, *buildings: str, modules: str = "governors", **amounts: int) -> Kingsburg:
    """Three players; seat 0 has this governor and these buildings and amounts."""
    return table(modules=modules).governor(0, card).give(0, *buildings, **amounts)


def to_build(card: str, *buildings: str, modules: str = "governors", **amounts: int) -> Kingsburg:
    """Seat 0 with this governor is about to build, first of all."""
    return ready(governed(card, *buildings, modules=modules, **amounts))


def ready(arranged: Kingsburg) -> Kingsburg:
    """Seat 0 is about to build, first of all."""
    return arranged.begin(SPRING, rolls=FIRST, alone=True).until("build")


def corrected(folder: Path, card: str, fields: str, **amounts: int) -> Kingsburg:
    """Three players; seat 0 has this governor with other figures on it, and these amounts."""
    (folder / "governors.toml").write_text(f"[{card}]\n{fields}\n", encoding="utf-8")
    return Kingsburg(3, data=folder, modules="governors").governor(0, card).give(0, **amounts)


def begun(seats: int = 3, deck: str = "all", seed: str = "deal") -> Match:
    """A match in which the governors are dealt and nobody has kept one yet."""
    return Match(rules(), seats, {"modules": "governors", "governors": deck}, seed=seed)


def state_of(match: Match) -> State:
    assert isinstance(match.state, State)
    return match.state


def redealt(state: State, seat: int | None, worlds: int = 60) -> list[State]:
    return [rules().redeal(state, seat, Dice(seed_of_text(f"world {n}"))) for n in range(worlds)]


# -- any combination of modules ------------------------------------------------------------------------------------

NAMES = ("buildings", "governors", "army")
COMBINATIONS = [",".join(chosen) for count in range(4) for chosen in combinations(NAMES, count)]


@rule("KB2-MOD-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("modules", COMBINATIONS)
def test_any_combination_of_modules_is_set_up_for_two_to_five(modules: str, seats: int) -> None:
    match = Match(rules(), seats, {"modules": modules}, seed=f"{modules} {seats}")
    state, chosen = state_of(match), modules.split(",")
    for player in state.players:
        assert len(player.rows) == (7 if "buildings" in chosen else 5)
        assert len(player.dealt) == (3 if "governors" in chosen else 0)
        assert len(player.tokens) == (6 if "army" in chosen else 0)
    first = {choice[0] for seat in state.deciding() for choice in state.options(seat)}
    assert first == ({"keep"} if "governors" in chosen else {"take"})


@rule("KB2-MOD-1")
@pytest.mark.parametrize("modules", COMBINATIONS)
def test_any_combination_can_be_played_to_the_end(modules: str) -> None:
    for seats in (2, 3, 4, 5):
        state = rules().new(seats, {"modules": modules})
        state.settle()
        play_randomly(state, Dice(seed_of_text(modules)), Dice(seed_of_text(f"{seats}")))
        assert (state.over, state.year) == (True, 5)
        assert [bool(player.governor) for player in state.players] == ["governors" in modules] * seats
        assert [len(player.tokens) for player in state.players] == [1 if "army" in modules else 0] * seats


@rule("KB2-MOD-1")
def test_modules_are_listed_in_their_order_however_they_are_named() -> None:
    settled = [rules().settle_options({"modules": given})["modules"] for given in ("army,buildings", "buildings,army")]
    assert settled == ["buildings,army"] * 2
    assert rules().settle_options({"modules": "army,governors,buildings"})["modules"] == "buildings,governors,army"
    assert rules().settle_options({})["modules"] == ""  # none if nothing is said


@rule("KB2-OPT-1")
@pytest.mark.parametrize("modules", ["buildings", "governors", "army", "buildings,governors,army"])
def test_the_first_edition_has_no_modules(modules: str) -> None:
    with pytest.raises(BadOption, match="KB2-OPT-1"):
        rules().new(3, {"edition": "1e", "modules": modules})


@rule("KB2-OPT-1")
@pytest.mark.parametrize("modules", ["dragons", "buildings,dragons", "Army", "buildings army"])
def test_other_modules_are_refused(modules: str) -> None:
    with pytest.raises(BadOption, match="modules"):
        rules().new(3, {"modules": modules})


@rule("KB2-OPT-1")
@pytest.mark.parametrize("given", [{}, {"modules": ""}, {"modules": "buildings,army"}, {"edition": "1e"}])
@pytest.mark.parametrize("deck", ["all", "attested", "documented"])
def test_without_the_module_there_is_no_deck_to_choose(given: dict[str, str], deck: str) -> None:
    with pytest.raises(BadOption, match="KB2-OPT-1"):
        rules().new(3, {**given, "governors": deck})
    assert "governors" not in rules().settle_options(given)


@rule("KB2-OPT-1", "KB2-OPT-2")
@pytest.mark.parametrize("given", [{}, {"modules": "buildings,army"}, {"edition": "1e"}])
@pytest.mark.parametrize("priest", ["before", "total"])
def test_without_the_module_there_is_no_priest_to_play_otherwise(given: dict[str, str], priest: str) -> None:
    with pytest.raises(BadOption, match="KB2-OPT-1"):
        rules().new(3, {**given, "priest": priest})
    assert rules().settle_options({"modules": "governors"})["priest"] == "before"


# -- decks and deal ------------------------------------------------------------------------------------------------


@rule("KB2-MOD2-7")
@pytest.mark.parametrize("deck", ["all", "attested", "documented"])
def test_the_switch_chooses_the_deck(deck: str) -> None:
    seen: set[str] = set()
    for n in range(40):
        for player in state_of(begun(5, deck, seed=f"{deck} {n}")).players:
            seen |= set(player.dealt)
    assert seen == DECKS[deck]


@rule("KB2-MOD2-7")
def test_the_decks_hold_the_cards_of_the_box() -> None:
    assert ATTESTED | {"innkeeper", "knight", "spy", "peddler", "courtier"} <= ALL
    assert (len(ATTESTED), len(DOCUMENTED)) == (19, 11)


@rule("KB2-MOD2-7")
def test_the_whole_deck_is_the_default_and_other_decks_are_refused() -> None:
    assert rules().settle_options({"modules": "governors"})["governors"] == "all"
    for wrong in ("some", "", "all,attested", "reconstructed"):
        with pytest.raises(BadOption, match="KB2-MOD2-7"):
            rules().new(3, {"modules": "governors", "governors": wrong})


@rule("KB2-MOD2-7", "KB2-MOD2-1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("deck", ["all", "attested", "documented"])
def test_three_cards_are_dealt_to_each_or_two_if_the_deck_is_small(deck: str, seats: int) -> None:
    dealt = [player.dealt for player in state_of(begun(seats, deck)).players]
    each = 2 if deck == "documented" and seats >= 4 else 3
    assert [len(cards) for cards in dealt] == [each] * seats
    assert len({card for cards in dealt for card in cards}) == each * seats  # no card twice
    assert {card for cards in dealt for card in cards} <= DECKS[deck]


@rule("KB2-MOD2-1")
def test_cards_are_dealt_at_the_end_of_the_set_up() -> None:
    words = [line.choice[0] for line in begun(3).journal.lines]
    assert words == [*["enemy"] * 5, "order", *["deal"] * 3]


@rule("KB2-MOD2-1")
def test_every_deal_is_equally_likely() -> None:
    state = rules().new(2, {"modules": "governors", "governors": "documented"})
    for _ in range(6):
        state.play(CHANCE, state.sample(Dice(seed_of_text("before"))))
    for seat, cards in ((0, 11), (1, 8)):
        deals = state.outcomes()
        assert deals is not None
        assert len(deals) == {11: 165, 8: 56}[cards]  # ways to draw three
        assert {weight for _, weight in deals} == {1}
        assert {len(set(choice[2:])) for choice, _ in deals} == {3}
        assert {choice[:2] for choice, _ in deals} == {("deal", seat)}
        state.play(CHANCE, deals[0][0])
    assert not set(state.players[0].dealt) & set(state.players[1].dealt)


@rule("KB2-MOD2-1")
def test_the_deal_differs_from_game_to_game_and_from_seat_to_seat() -> None:
    hands = [[player.dealt for player in state_of(begun(3, seed=f"game {n}")).players] for n in range(60)]
    for seat in range(3):
        assert len({hand[seat] for hand in hands}) > 25
        assert {card for hand in hands for card in hand[seat]} == ALL


@rule("KB2-MOD2-1")
@pytest.mark.parametrize(
    "wrong",
    [
        "deal 0 architect minstrel",
        "deal 0 architect minstrel sorcerer philosopher",
        "deal 0 architect architect sorcerer",
        "deal 1 architect minstrel sorcerer",
        "deal 0 minstrel architect sorcerer",
        "deal 0 architect minstrel dragon",
    ],
)
def test_no_other_deal_is_accepted(wrong: str) -> None:
    state = rules().new(3, {"modules": "governors"})
    for _ in range(6):
        state.play(CHANCE, state.sample(Dice(seed_of_text("before"))))
    assert state.why_not(CHANCE, ("deal", 0, "architect", "minstrel", "sorcerer")) is None
    assert state.why_not(CHANCE, parse_choice(wrong)) is not None
    state.play(CHANCE, ("deal", 0, "architect", "minstrel", "sorcerer"))
    assert state.why_not(CHANCE, ("deal", 1, "architect", "politician", "preacher")) is not None  # seat 0 has it


# -- keep and reveal -----------------------------------------------------------------------------------------------


@rule("KB2-MOD2-2")
def test_each_keeps_one_and_all_are_revealed_together() -> None:
    dealt = table().deal(*HANDS)
    assert dealt.state.deciding() == (0, 1, 2)
    assert dealt.options(1) == ["keep philosopher", "keep politician", "keep preacher"]
    dealt.play("1 keep preacher", "0 keep minstrel")
    assert dealt.state.deciding() == (2,)
    assert [dealt.player(seat).governor for seat in range(3)] == ["", "", ""]  # not before all have chosen
    assert dealt.heard(GovernorsRevealed) == []
    dealt.play("2 keep prince")
    assert [dealt.player(seat).governor for seat in range(3)] == ["minstrel", "preacher", "prince"]
    assert [event.governors for event in dealt.heard(GovernorsRevealed)] == [("minstrel", "preacher", "prince")]
    assert dealt.verbs() == {"take"}  # the game has begun


@rule("KB2-MOD2-2")
def test_the_other_cards_leave_the_game() -> None:
    dealt = table().deal(*HANDS).play("0 keep architect", "1 keep politician", "2 keep priest")
    assert [(dealt.player(seat).dealt, dealt.player(seat).chosen) for seat in range(3)] == [((), "")] * 3
    owned = [[card.id for card in dealt.player(seat).hand.cards] for seat in range(3)]
    assert owned == [["architect"], ["politician"], ["priest"]]


@rule("KB2-MOD2-2")
def test_only_a_dealt_card_can_be_kept_and_only_one() -> None:
    dealt = table().deal(*HANDS)
    for wrong in ("prince", "philosopher", "duke"):
        reason = dealt.refuse(f"0 keep {wrong}")
        assert (reason.rule, reason.facts) == ("KB2-MOD2-2", {"card": f"governor.{wrong}"})
    for wrong in ("keep", "keep statue", "keep minstrel sorcerer"):
        assert dealt.refuse(f"0 {wrong}").rule == "CORE-FORM"
    dealt.play("0 keep minstrel")
    assert dealt.refuse("0 keep sorcerer").rule == "CORE-NOT-ASKED"


@rule("KB2-MOD2-2")
@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_the_order_of_choosing_does_not_matter(order: tuple[int, ...]) -> None:
    dealt = table().deal(*HANDS)
    for seat in order:
        dealt.play(f"{seat} keep {HANDS[seat].split()[seat]}")
    assert [dealt.player(seat).governor for seat in range(3)] == ["architect", "politician", "tax_collector"]


# -- who knows what ------------------------------------------------------------------------------------------------


@rule("KB2-MOD2-8")
def test_dealt_and_kept_cards_are_shown_to_their_owner_only() -> None:
    dealt = table().deal(*HANDS).play("0 keep minstrel")
    mine = dealt.view(0)["players"][0]
    assert (mine["dealt"], mine["chosen"]) == (["architect", "minstrel", "sorcerer"], "minstrel")
    assert dealt.view(1)["players"][1]["dealt"] == ["philosopher", "politician", "preacher"]
    for watching in (0, 1, 2, None):
        for seat, player in enumerate(dealt.view(watching)["players"]):
            if seat != watching:
                assert "dealt" not in player
                assert "chosen" not in player


@rule("KB2-MOD2-8")
@pytest.mark.parametrize("watching", [1, None])
def test_others_cannot_tell_one_deal_or_choice_from_another(watching: int | None) -> None:
    one, other = table().deal(*HANDS), table().deal("fairy usurer duke", HANDS[1], "damsel heiress general_gov")
    assert one.view(watching) == other.view(watching)
    assert one.options(1) == other.options(1)
    views = [table().deal(*HANDS).play(f"0 keep {card}").view(watching) for card in HANDS[0].split()]
    assert views[0] == views[1] == views[2]


@rule("KB2-MOD2-8")
def test_cards_not_kept_are_shown_to_nobody_after_the_reveal() -> None:
    views = []
    for hand in ("architect minstrel sorcerer", "minstrel usurer courtier"):
        dealt = table().deal(hand, *HANDS[1:]).play("0 keep minstrel", "1 keep preacher", "2 keep prince")
        views.append([dealt.view(watching) for watching in (1, 2, None)])
    assert views[0] == views[1]
    assert [player["governor"] for player in views[0][0]["players"]] == ["minstrel", "preacher", "prince"]


@rule("KB2-MOD2-8")
def test_the_last_to_choose_cannot_foresee_the_others() -> None:
    previews = [
        table().deal(*HANDS).play(f"0 keep {card}", "1 keep preacher").state.preview(2, ("keep", "prince"))
        for card in HANDS[0].split()
    ]
    assert previews[0] == previews[1] == previews[2]
    assert not any(isinstance(event, GovernorsRevealed) for event in previews[0])


@rule("KB2-MOD2-8")
@pytest.mark.parametrize("seat", [0, 1, None])
def test_in_a_world_dealt_anew_the_others_hold_any_of_the_other_cards(seat: int | None) -> None:
    dealt = table().deal(*HANDS).play("0 keep minstrel", "1 keep preacher")
    mine = set() if seat is None else set(HANDS[seat].split())
    worlds = redealt(dealt.state, seat, worlds=150)
    for world in worlds:
        hands = [player.dealt for player in world.players]
        assert len({card for hand in hands for card in hand}) == 9
        assert rules().view(world, seat) == rules().view(dealt.state, seat)
        assert [bool(player.chosen) for player in world.players] == [True, True, False]
        assert all(player.chosen in player.dealt for player in world.players[:2])
    for other in {0, 1, 2} - {seat}:
        assert {card for world in worlds for card in world.players[other].dealt} == ALL - mine
    for other in {0, 1} - {seat}:
        assert {world.players[other].chosen for world in worlds} == ALL - mine
    if seat is not None:
        chosen = ("minstrel", "preacher")[seat]
        assert {(world.players[seat].dealt, world.players[seat].chosen) for world in worlds} == {
            (tuple(HANDS[seat].split()), chosen)
        }


@rule("KB2-MOD2-8")
def test_a_world_dealt_anew_can_be_played_on_and_knows_the_revealed_cards() -> None:
    dealt = table().deal(*HANDS).play("0 keep minstrel")
    for world in redealt(dealt.state, 0, worlds=10):
        for seat in (1, 2):
            world.play(seat, world.options(seat)[0])
        assert world.players[0].governor == "minstrel"
    dealt.play("1 keep preacher", "2 keep prince")
    for world in redealt(dealt.state, 0, worlds=10):
        assert [player.governor for player in world.players] == ["minstrel", "preacher", "prince"]


def kept(match: Match) -> list[str]:
    return [str(line) for line in match.journal.lines if line.choice[0] == "keep"]


@rule("KB2-MOD2-8")
def test_the_journal_shows_a_deal_to_its_owner_and_choices_after_the_reveal() -> None:
    match = begun(3)
    match.play(1, match.state.options(1)[0])
    match.play(0, match.state.options(0)[2])
    for seat in (0, 1, 2, None):
        lines = match.journal_for(seat).lines
        deals = [line.choice for line in lines if line.seat == CHANCE and line.choice[0] == "deal"]
        assert [choice[1] for choice in deals] == ([] if seat is None else [seat])
        assert [str(line).split()[:2] for line in lines[-2:]] == [
            ["1", "keep" if seat == 1 else "hidden"],
            ["0", "keep" if seat == 0 else "hidden"],
        ]
    match.play(2, match.state.options(2)[1])
    for seat in (0, 1, 2, None):
        shown = match.journal_for(seat).lines
        assert [str(line) for line in shown if line.choice[0] == "keep"] == kept(match)
        assert len(kept(match)) == 3
        deals = [line.choice for line in shown if line.choice[0] == "deal"]
        assert [choice[1] for choice in deals] == ([] if seat is None else [seat])  # the rest is never shown


@rule("KB2-MOD2-8")
def test_a_choice_may_be_taken_back_while_it_is_sealed() -> None:
    match = begun(3)
    (first, second, _) = match.state.options(0)
    match.play(0, first)
    match.play(1, match.state.options(1)[0])
    assert match.undo_is_free(0)
    match.undo(0)
    assert match.state.deciding() == (0, 2)
    match.play(0, second)
    match.play(2, match.state.options(2)[0])
    assert state_of(match).players[0].governor == second[1]
    assert not match.undo_is_free(0)
    with pytest.raises(UndoRefused):
        match.undo(0)
    for seat in (1, 2, None):
        assert first not in [line.choice for line in match.journal_for(seat).lines]
        assert second in [line.choice for line in match.journal_for(seat).lines]


@rule("KB2-MOD2-8")
def test_a_look_at_the_journal_is_no_look_at_the_dice() -> None:
    match = begun(3)
    assert "seed" in match.journal.header
    assert not {"seed", "secret"} & set(match.journal_for(1).header)


# -- optional and not ----------------------------------------------------------------------------------------------

SMALL: Roll = (1, 2, 3)
ASKED: dict[str, Callable[[], Kingsburg]] = {
    "sorcerer": lambda: governed("sorcerer").begin_year(3),
    "philosopher": lambda: governed("philosopher").begin(SPRING, rolls={0: SMALL}),
    "priest": lambda: governed("priest").begin(SPRING),
    "prince": lambda: governed("prince").begin(SPRING, rolls={0: SMALL}),
    "trickster": lambda: governed("trickster").begin(SPRING, rolls={0: SMALL}),
    "duke": lambda: governed("duke").occupy(15, 0, 5, 5, 5).begin(SPRING, rolls=FIRST).all_pass(),
    "spy": lambda: governed("spy", gold=1).begin(AUTUMN),
    "peddler": lambda: governed("peddler", gold=1).begin(SPRING, rolls=FIRST, alone=True).all_pass(),
}


@rule("KB2-MOD2-3")
@pytest.mark.parametrize("card", sorted(ASKED))
def test_what_costs_or_changes_dice_or_offers_a_choice_is_asked(card: str) -> None:
    asked = ASKED[card]()
    assert asked.deciding == 0
    assert {option.split()[1] for option in asked.options() if option.startswith("use ")} == {card}
    before = [getattr(asked.player(0), name) for name in asked.player(0).FIELDS]
    court = list(asked.state.court)
    asked.state.play(0, ("done",))
    assert asked.heard(CardUsed) == []
    if card not in ("priest", "spy", "sorcerer", "duke"):  # after these the dice or goods of the game come at once
        assert [getattr(asked.player(0), name) for name in asked.player(0).FIELDS] == before
        assert asked.state.court == court


@rule("KB2-MOD2-3")
def test_discounts_that_are_limited_are_asked_for_and_need_not_be_used() -> None:
    bargain = to_build("miner", "church", gold=5, stone=3)
    named = [option for option in bargain.options() if "cathedral" in option]
    assert named == ["build cathedral", "build cathedral miner"]
    assert bargain.play("0 build cathedral").goods(0) == ""
    bargain = ready(governed("architect", "stable", gold=2, stone=2).give(1, "church"))
    assert {"build stone_wall", "build stone_wall architect gold"} <= set(bargain.options())
    assert bargain.play("0 build stone_wall").goods(0) == ""


@rule("KB2-MOD2-3")
def test_the_damsel_is_asked_before_she_pays() -> None:
    battle = governed("damsel", "statue", gold=1).enemy("e5_demons_9").begin(8, die=1, alone=True)
    assert battle.options() == ["spare gold", "decline"]
    battle.play("0 decline")
    assert (battle.goods(0), "statue" in battle.buildings(0)) == ("1g", False)


GAINS: dict[str, Callable[[], Kingsburg]] = {
    "minstrel": lambda: governed("minstrel").end_year(5),
    "preacher": lambda: governed("preacher").begin(SPRING, alone=True).idle(),
    "carpenter": lambda: governed("carpenter").end_year(5),
    "miner": lambda: governed("miner").end_year(5),
    "sculptor": lambda: governed("sculptor").end_year(5),
    "damsel": lambda: governed("damsel").begin(8, die=1, alone=True),
    "heiress": lambda: governed("heiress").begin(SPRING, rolls={0: SMALL}, alone=True),
    "fairy": lambda: governed("fairy").begin(SUMMER, alone=True),
    "general_gov": lambda: governed("general_gov").begin(7, alone=True),
    "innkeeper": lambda: governed("innkeeper").begin_year(1),
    "courtier": lambda: governed("courtier").give(1, "inn").begin(3, alone=True),
}


@rule("KB2-MOD2-3")
@pytest.mark.parametrize("card", sorted(GAINS))
def test_pure_gains_happen_by_themselves(card: str) -> None:
    gained = GAINS[card]()
    assert any(getattr(event, "source", "") == f"governor.{card}" for event in gained.events)
    assert gained.heard(CardUsed) == []
    assert not {"use", "accept"} & gained.verbs()


@rule("KB2-MOD2-3")
def test_a_starting_position_cannot_be_declined() -> None:
    dealt = table().deal("minstrel usurer duke", *HANDS[1:]).play("0 keep usurer", "1 keep preacher", "2 keep priest")
    assert (dealt.goods(0), dealt.vp(0)) == ("4g", -3)


# -- how often -----------------------------------------------------------------------------------------------------


@rule("KB2-MOD2-4")
def test_an_effect_of_a_season_works_once_in_it() -> None:
    rerolled = governed("philosopher", "statue").begin(SPRING, rolls={0: [(1, 2, 3), (1, 1, 1)]})
    rerolled.play("0 use philosopher")
    assert rerolled.options() == ["done", "use statue die"]  # a total of 3, but the Philosopher is used up
    reason = rerolled.refuse("0 use philosopher")
    assert (reason.rule, reason.facts) == ("KB-TIME-5", {"card": "governor.philosopher"})


@rule("KB2-MOD2-4")
def test_an_effect_of_a_season_works_again_in_the_next() -> None:
    again = governed("philosopher")
    for phase in (SPRING, SUMMER, AUTUMN):
        again.begin(phase, rolls={0: [(1, 2, 3), (6, 6, 6)]}, alone=True)
        assert again.options(0) == ["done", "use philosopher"]
        again.play("0 use philosopher")


@rule("KB2-MOD2-4")
def test_an_effect_of_a_year_works_once_in_it_and_again_in_the_next() -> None:
    year = governed("miner", "church", "stone_wall", gold=9, stone=9)
    year.begin(SPRING, rolls={0: [(1, 2, 5)] * 2, 1: [(5, 6, 6)] * 2, 2: [(6, 6, 6)] * 2}).all_pass()
    year.play("0 build fortress miner")
    assert (year.state.phase, year.goods(0)) == (SUMMER, "7g 7s")
    year.all_pass()
    assert "build cathedral" in year.options()
    assert [option for option in year.options() if "miner" in option] == []
    assert year.refuse("0 build cathedral miner").rule == "KB-TIME-9"
    year.begin(SPRING, year=2, rolls=FIRST, alone=True).all_pass()
    assert "build cathedral miner" in year.options()


@rule("KB2-MOD2-4")
def test_an_effect_of_the_game_works_once_in_it() -> None:
    for year in (1, 2, 4, 5):
        assert "use" not in governed("sorcerer").begin_year(year).verbs()
    third = governed("sorcerer").begin_year(3).play("0 use sorcerer inn", "0 done")
    assert "use" not in third.begin_year(4).verbs()


@rule("KB2-MOD2-4")
def test_effects_that_work_each_time_repeat_in_one_season() -> None:
    carpenter = ready(governed("carpenter", "market", gold=5, wood=2, stone=3).envoy(0))
    carpenter.play("0 build farms", "0 build merchants_guild envoy")  # 2g 3w 1s and 3g 1w 2s
    assert (carpenter.goods(0), carpenter.player(0).buildings) == ("", 4)
    sculptor = ready(governed("sculptor", "crane", gold=2, wood=3, stone=1).envoy(0))
    sculptor.play("0 build town_hall", "0 build embassy envoy")  # 2g 1w 1s and 2g 2w 2s, each 1g less by the Crane
    assert (sculptor.goods(0), sculptor.player(0).buildings) == ("", 4)
    taxed = governed("tax_collector").give(1, "church", "farms", gold=8, wood=1, stone=5).envoy(1)
    taxed.begin(SPRING, rolls={0: (6, 6, 6), 1: (1, 2, 5)}, alone=True).until("build")
    taxed.play("1 build cathedral", "0 take wood", "1 build merchants_guild envoy", "0 take stone")
    assert taxed.goods(0) == "1w 1s"


# -- conditions ----------------------------------------------------------------------------------------------------


@rule("KB2-MOD2-5")
@pytest.mark.parametrize(
    ("card", "offered", "not_offered"),
    [("philosopher", (3, 3, 4), (3, 4, 4)), ("prince", (2, 3, 3), (3, 3, 3)), ("trickster", (2, 5, 6), (3, 5, 6))],
)
def test_without_its_condition_a_card_is_not_offered(card: str, offered: Roll, not_offered: Roll) -> None:
    yes = governed(card).begin(SPRING, rolls={0: offered})
    assert any(option.startswith(f"use {card}") for option in yes.options(0))
    no = governed(card).begin(SPRING, rolls={0: not_offered})
    assert "use" not in no.verbs()


@rule("KB2-MOD2-5")
def test_a_card_whose_condition_is_not_met_is_refused() -> None:
    low = governed("philosopher", "statue").begin(SPRING, rolls={0: (4, 4, 4)})
    assert low.options() == ["done", "use statue die"]
    reason = low.refuse("0 use philosopher")
    assert (reason.rule, reason.facts) == ("KB-TIME-9", {"card": "governor.philosopher"})


@rule("KB2-MOD2-5")
def test_the_effects_of_the_damsel_are_independent() -> None:
    battle = governed("damsel", "statue").enemy("e5_demons_9").begin(8, die=1, alone=True)
    assert battle.strength(0) == 2  # her soldier comes
    assert "statue" not in battle.buildings(0)  # although there is no good to save the building
    battle = governed("damsel", "statue", gold=1).enemy("e5_demons_9").begin(8, die=1, alone=True).play("0 spare gold")
    assert (battle.strength(0), "statue" in battle.buildings(0)) == (2, True)


@rule("KB2-MOD2-5")
def test_the_effects_of_the_carpenter_are_independent() -> None:
    built = to_build("carpenter", "market", gold=2, wood=2, stone=1).play("0 build farms")
    assert built.goods(0) == ""
    assert built.end_year(5).goods(0) == "1w"  # whether the discount was used or not
    assert governed("carpenter").end_year(5).goods(0) == "1w"


@rule("KB2-MOD2-5")
def test_only_the_owner_of_a_card_can_use_it() -> None:
    both = governed("philosopher").governor(1, "trickster").begin(SPRING, rolls={0: (2, 2, 2), 1: (2, 2, 2)})
    assert both.refuse("0 use trickster 1").rule == "KB-TIME-13"
    both.play("0 done")
    assert both.refuse("1 use philosopher").rule == "KB-TIME-13"


# -- the start of the game -----------------------------------------------------------------------------------------


@rule("KB2-MOD2-6")
def test_effects_at_the_start_of_the_game_come_before_phase_one_and_count_for_its_ties() -> None:
    dealt = table().deal("minstrel usurer duke", *HANDS[1:]).play("0 keep usurer", "1 keep preacher", "2 keep priest")
    kinds = [type(event) for event in dealt.events]
    assert kinds.index(GovernorsRevealed) < kinds.index(GoodsGained) < kinds.index(YearBegan)
    assert dealt.deciding == 1  # the first of those who are tied at nothing
    dealt.play("1 take gold", "2 take stone")
    assert [dealt.goods(seat) for seat in range(3)] == ["4g", "1g", "1s"]
    assert dealt.state.phase == SPRING


@rule("KB2-MOD2-6")
def test_they_come_only_once() -> None:
    later = governed("usurer").begin_year(2)
    assert (later.goods(0), later.vp(0)) == ("", 0)
    later = governed("usurer").begin_year(1)
    assert (later.goods(0), later.vp(0)) == ("", 0)


# -- dice and tokens -----------------------------------------------------------------------------------------------


@rule("KB2-MOD2-9")
def test_bonus_dice_of_governors_are_ordinary_bonus_dice() -> None:
    fairy = governed("fairy").begin(SUMMER, rolls={0: ((1, 2, 5), (6,)), 1: (4, 4, 4), 2: (6, 6, 6)}, alone=True)
    assert [(event.seat, event.source) for event in fairy.heard(BonusDieGained)] == [(0, "governor.fairy")]
    assert (fairy.deciding, fairy.options()) == (0, ["bonus 1", "bonus 0"])  # it may be left unrolled
    fairy.play("0 bonus 1")
    assert fairy.state.order == (1, 0, 2)  # 12, 14, 18: it counts
    fairy.play("1 pass")
    assert fairy.refuse("0 influence 6 bonus 6").rule == "KB-P2b-5"  # it needs a player die
    fairy.play("0 influence 7 1 bonus 6").all_pass().play("0 take gold")
    assert (fairy.player(0).bonus, fairy.player(0).extra_dice) == ((), 0)  # and goes back
    fairy.begin(AUTUMN, alone=True)
    assert fairy.heard(DiceRolled)[0].bonus == ()


@rule("KB2-MOD2-9")
def test_a_bonus_die_of_a_governor_that_is_left_unrolled_is_gone() -> None:
    fairy = governed("fairy").begin(SUMMER, rolls={0: (1, 2, 5), 1: (4, 4, 4), 2: (6, 6, 6)}, alone=True)
    fairy.play("0 bonus 0")
    assert [event.totals for event in fairy.heard(OrderSet)] == [(8, 12, 18)]
    assert fairy.player(0).bonus == ()


@rule("KB2-MOD2-9")
def test_tokens_of_governors_are_ordinary_tokens() -> None:
    heiress = governed("heiress").begin(SPRING, rolls={0: (1, 2, 3), 1: (6, 6, 6), 2: (6, 6, 6)}, alone=True)
    assert [(event.seat, event.plus2) for event in heiress.heard(TokenGained)] == [(0, 2)]
    heiress.play("0 influence 3 1 plus2", "1 pass", "2 pass")
    assert heiress.player(0).plus2 == 1
    assert heiress.refuse("0 influence 4 2 plus2").rule == "KB-P2b-13"  # one per season for influencing
    heiress.give(0, "town_hall").all_pass()
    while "build" in heiress.verbs():
        heiress.play(f"{heiress.deciding} pass")
    assert "use town_hall plus2" in heiress.options()


# -- envoy ---------------------------------------------------------------------------------------------------------


@rule("KB2-MOD2-10")
def test_a_building_of_the_envoy_is_a_build_for_every_governor() -> None:
    second = ready(governed("miner", "church", gold=5, wood=1, stone=3).envoy(0))
    second.play("0 build barricade")
    assert "build cathedral miner envoy" in second.options()
    second.play("0 build cathedral miner envoy")
    assert (second.goods(0), second.player(0).buildings) == ("1g", 5)
    third = ready(governed("architect", "stable", gold=1, wood=1, stone=2).give(1, "cathedral").envoy(0))
    third.play("0 build barricade")
    assert "build stone_wall architect gold envoy" in third.options()
    third.play("0 build stone_wall architect gold envoy")
    assert (third.goods(0), third.player(0).buildings) == ("", 4)
    fourth = ready(governed("carpenter", "market", gold=2, wood=3, stone=1).envoy(0))
    fourth.play("0 build barricade", "0 build farms envoy")
    assert (fourth.goods(0), fourth.player(0).buildings) == ("", 4)
    fifth = ready(governed("sculptor", "town_hall", gold=2, wood=3, stone=1).envoy(0))
    fifth.play("0 build inn", "0 build embassy envoy")
    assert (fifth.goods(0), fifth.player(0).buildings) == ("", 5)


@rule("KB2-MOD2-10")
def test_the_own_first_build_counts_before_the_second_with_the_envoy() -> None:
    level = ready(governed("architect", "stable", gold=2, wood=1, stone=2).give(1, "church").envoy(0))
    assert "build stone_wall architect gold" in level.options()
    level.play("0 build barricade")  # now seat 1 owns no more than seat 0
    assert level.options() == ["build statue envoy", "build guard_tower envoy", "build stone_wall envoy", "pass"]


@rule("KB2-MOD2-10")
def test_no_governor_spends_or_replaces_the_envoy() -> None:
    duke = governed("duke").occupy(15, 0, 5, 5, 5).envoy(0).begin(SPRING, rolls=FIRST).all_pass().play("0 use duke")
    assert duke.state.envoy == 0
    for holder in (0, 1):
        politician = governed("politician").envoy(holder).begin(SPRING, rolls={**FIRST, 0: (1, 4, 5)}, alone=True)
        politician.play("0 influence 5 5 private", "1 pass", "2 pass")
        assert politician.state.envoy == holder
        assert politician.refuse("0 influence 5 1 4 private").rule == "KB-P2b-7"  # a second group needs the envoy
        assert ("influence 5 1 4 private envoy" in politician.options()) == (holder == 0)
    sorcerer = governed("sorcerer").envoy(0).begin_year(3).play("0 use sorcerer statue", "0 use sorcerer inn", "0 done")
    assert sorcerer.state.envoy == 0


# -- discounts -----------------------------------------------------------------------------------------------------


@rule("KB2-MOD2-11")
@pytest.mark.parametrize(
    ("card", "standing", "building", "cost"),
    [
        ("sculptor", ("crane", "church"), "cathedral", (4, 0, 3)),
        ("sculptor", ("crane",), "town_hall", (1, 1, 0)),
        ("sculptor", ("town_hall",), "embassy", (1, 2, 1)),
        ("sculptor", (), "statue", (2, 0, 0)),
        ("sculptor", ("crane",), "guard_tower", (1, 0, 1)),
        ("carpenter", ("crane", "market"), "farms", (1, 2, 1)),
        ("carpenter", ("crane", "farms"), "merchants_guild", (2, 0, 2)),
        ("carpenter", ("market",), "farms", (2, 2, 1)),
        ("carpenter", ("crane", "barracks"), "wizards_guild", (2, 2, 2)),
        ("carpenter", ("crane", "inn"), "market", (2, 2, 0)),
        ("carpenter", (), "barricade", (0, 1, 0)),
    ],
)
def test_fixed_discounts_add_up_by_themselves(
    card: str, standing: tuple[str, ...], building: str, cost: tuple[int, int, int]
) -> None:
    gold, wood, stone = cost
    exact = to_build(card, *standing, gold=gold, wood=wood, stone=stone)
    assert [option for option in exact.options() if f"build {building}" in option] == [f"build {building}"]
    assert exact.play(f"0 build {building}").goods(0) == ""
    rich = to_build(card, *standing, gold=9, wood=9, stone=9).play(f"0 build {building}")  # nobody pays more
    assert (rich.player(0).gold, rich.player(0).wood, rich.player(0).stone) == (9 - gold, 9 - wood, 9 - stone)


@rule("KB2-MOD2-11")
def test_a_discount_of_choice_adds_to_the_crane() -> None:
    double = to_build("miner", "crane", "stone_wall", gold=1, stone=2)  # a Fortress costs 3 gold and 2 stone
    assert "build fortress" not in double.options()
    double.play("0 build fortress miner")
    assert double.goods(0) == ""
    several = governed("architect", "crane", "chapel", gold=1, wood=1, stone=2).give(1, "cathedral", "barracks")
    ready(several)
    several.play("0 build church architect gold")  # 3 gold, less one by the Crane and one by the Architect
    assert several.goods(0) == ""


@rule("KB2-MOD2-11")
def test_no_kind_falls_below_nothing_and_a_surplus_is_lost(tmp_path: Path) -> None:
    camp = governed("architect", "crane", "recruiting_station", modules="buildings,governors", gold=1, wood=2)
    ready(camp.give(1, "cathedral", "fortress"))
    assert "build training_camp" in camp.options()  # its 1 gold is saved by the Crane already
    assert camp.refuse("0 build training_camp architect gold").rule == "KB2-MOD2-11"  # nothing is left to take off
    assert camp.play("0 build training_camp").goods(0) == "1g"
    guild = to_build("carpenter", "farms", gold=3, stone=2).play("0 build merchants_guild")
    assert (guild.goods(0), "merchants_guild" in guild.buildings(0)) == ("", True)  # its only wood is saved
    statue = ready(corrected(tmp_path, "carpenter", 'row = "B"\ncolumns = [1]', gold=1, wood=1))
    assert statue.refuse("0 build statue").rule == "KB-P2d-2"  # no wood in its cost, and the wood saves no gold
    free = ready(corrected(tmp_path, "carpenter", 'row = "F"\ncolumns = [1]\ndiscount = { wood = 3 }'))
    free.play("0 build barricade")
    assert (free.goods(0), "barricade" in free.buildings(0)) == ("", True)
