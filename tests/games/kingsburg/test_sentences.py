"""The sentence maker: templates, kinds of slots, names, editions, plurals."""

import json
from dataclasses import dataclass

import pytest

from kronrat.core.events import Event, Forced, SealsBroken
from kronrat.core.flow import CHANCE, Choice, Reason
from kronrat.core.game import Standing
from kronrat.games.kingsburg.rules import events
from kronrat.games.kingsburg.rules.advisors import BuyGoods
from kronrat.games.kingsburg.rules.construction import Build
from kronrat.games.kingsburg.rules.governors.war import SpareBuilding
from kronrat.games.kingsburg.rules.influence import Influence
from kronrat.games.kingsburg.rules.moments import ActFirst, UseCards
from kronrat.games.kingsburg.rules.setup import KeepGovernor
from kronrat.games.kingsburg.rules.supply import TakeGoods
from kronrat.games.kingsburg.rules.winter import ChooseToken
from kronrat.words import MissingFact, UnknownMessage, Words

NAMES = ("Ann", "Bob", "Cem")
english = Words("en", "kingsburg", "2e", NAMES)
german = Words("de", "kingsburg", "2e", NAMES)


# -- templates ---------------------------------------------------------------------------------------------------


# -- kinds -------------------------------------------------------------------------------------------------------


def test_goods_are_listed() -> None:
    assert english.say("amounts.goods", gold=2, wood=1, stone=1) == "2 gold, 1 wood and 1 stone"
    assert german.say("amounts.goods", gold=2, wood=0, stone=1) == "2 Gold und 1 Stein"
    assert english.say("amounts.goods", gold=0) == "nothing"
    assert german.say("amounts.penalty", goods=1, buildings=1) == "1 Ware und 1 Gebäude"


def test_plural_forms() -> None:
    assert [english.say("count.soldiers", n=n) for n in (0, 1, 2)] == ["0 soldiers", "1 soldier", "2 soldiers"]
    assert [german.say("count.goods", n=n) for n in (0, 1, 2)] == ["0 Waren", "1 Ware", "2 Waren"]
    assert german.say("count.vp", n=-1) == "−1 Siegpunkt"
    assert english.event(events.GameEnded("", (1,))).endswith("Bob wins.")
    assert english.event(events.GameEnded("", (0, 2))).endswith("Ann and Cem share the victory.")


def test_points_are_gained_and_lost() -> None:
    assert english.event(events.VpChanged("", 0, 1, "advisor.jester")) == "Ann gains 1 victory point (Jester)."
    lost = events.VpChanged("", 1, -2, "enemy.e1_zombies_4")
    assert german.event(lost) == "Bob verliert 2 Siegpunkte (Zombies)."


def test_passages_depend_on_facts() -> None:
    assert english.event(events.DiceRolled("", 0, (1, 3, 5), ())) == "Ann has rolled 1, 3, 5."
    assert english.event(events.DiceRolled("", 0, (1, 3, 5), (2,))) == "Ann has rolled 1, 3, 5, bonus die 2."
    first = Words("de", "kingsburg", "1e", ("Ann",))
    assert first.event(events.DiceRolled("", 0, (1,), (5,))) == "Ann hat 1 gewürfelt, weißer Würfel 5."
    assert first.event(events.DiceRolled("", 0, (1,), (4, 5))) == "Ann hat 1 gewürfelt, weiße Würfel 4, 5."


def test_players_with_numbers() -> None:
    assert english.event(events.OrderSet("", (2, 0), (7, 9))) == "Turn order: Cem (7) and Ann (9)."


def test_what_lies_before_each_seat() -> None:
    revealed = events.TokensRevealed("", (3, 0, 1))
    assert "Ann (3), Bob (0) and Cem (1)" in english.event(revealed)
    governors = events.GovernorsRevealed("", ("prince", "damsel"))
    assert english.event(governors) == "The governors are revealed: Ann (Prince) and Bob (Damsel)."
    assert german.event(governors) == "Die Statthalter werden aufgedeckt: Ann (Prinz) und Bob (Burgfräulein)."


def test_an_id_with_dots_leads_to_its_last_word() -> None:
    for card, said in (("building.market", "den Markt"), ("governor.prince", "den Prinzen")):
        assert german.reason(Reason("", "reason.not_owned", {"card": card})) == f"Du hast {said} nicht."
    assert english.reason(Reason("", "reason.condition", {"card": "governor.miner"})).endswith(
        english.say("text.miner")
    )


def test_names_of_seats() -> None:
    assert (english.player(0), english.player(3), english.player(CHANCE)) == ("Ann", "Seat 4", "the dice")
    assert Words("de").player(0) == "Platz 1"
    assert Words("en", names=("{x} [y]",)).player(0) == "{x} [y]"
    assert Words("de", "kingsburg", names=("Eva",)).event(events.NothingBuilt("", 0)) == "Eva errichtet nichts."


# -- events, reasons, questions, choices ---------------------------------------------------------------------------


def test_a_placement_in_words() -> None:
    group = (3, 5, "bonus", 2, 4, "plus2", "market", "envoy")
    influenced = events.AdvisorInfluenced("", 0, 17, group)
    said = "Ann influences the Queen (17) with 3+5, bonus dice 2+4, a +2 token, the Market and the King's envoy."
    assert english.event(influenced) == said
    assert english.choice(("influence", 8, 3, 4, "market")) == "Influence the Treasurer (8) with 3+4 and the Market"
    assert german.choice(("influence", 1, 1)) == "Den Hofnarren (1) mit 1 beeinflussen"


def test_a_choice_knows_what_it_answers() -> None:
    assert english.choice(("pass",)) == "Pass"
    assert english.choice(("pass",), Influence(0)) == "Pass: place no more dice this season"
    assert english.choice(("pass",), Build(0, again=False)) == "Build nothing"
    assert english.choice(("pass",), Build(0, again=True)) == "Build no second building"
    assert german.choice(("done",), UseCards(0, "reroll")) == "Die Würfel so lassen"
    assert english.choice(("take", "gold", "gold", "stone")) == "Take 2 gold and 1 stone"
    assert english.choice(("take", "gold"), BuyGoods(0, 14)) == "Pay 1 victory point and take 1 gold"


def test_the_longest_message_wins() -> None:
    assert english.choice(("use", "statue", "bonus")) == "Statue: reroll one bonus die"
    assert english.choice(("use", "town_hall", "plus2")) == "Town Hall: give up 1 +2 token for 1 victory point"
    assert english.choice(("use", "crane")) == "Use the Crane"
    assert [english.choice(("bonus", n)) for n in (0, 1)] == ["Roll no bonus dice", "Roll 1 bonus die"]


def test_a_choice_may_be_told_more() -> None:
    assert english.choice(("build", "market"), cost="2 gold and 2 wood") == "Build the Market for 2 gold and 2 wood"
    assert german.choice(("build", "inn", "envoy")) == "Das Wirtshaus errichten, mit dem Gesandten des Königs"


def test_chance_in_words() -> None:
    assert english.choice(("roll", 1, 1, 3, 5, "bonus", 2)) == "Bob rolls 1+3+5 and bonus die 2"
    assert english.choice(("order", 2, 0, 1)) == "Turn order: Cem, Ann and Bob"
    assert german.choice(("enemy", "e1_goblins_3")) == "Feindkarte: Goblins, Jahr I, Stärke 3"
    assert english.choice(("reinforce", 1)) == "The King sends 1 soldier to everybody"


def test_a_forced_answer() -> None:
    assert english.event(Forced("KB-P2b-8", 0, ("pass",))) == "Ann has no other choice: Pass."
    assert (
        german.event(Forced("KB-P7-1", 0, ("done",))) == f"{german.player(0)} hat keine andere Wahl: Nichts weiter tun."
    )


def test_questions() -> None:
    assert english.ask(TakeGoods(0, 2, (0, 1, 2), "advisor.duchess", "KB-ADV-12")) == "Choose 2 goods (Duchess)."
    assert german.ask(BuyGoods(0, 14)) == "Schmuggler (14): Nimm Waren für Siegpunkte oder lehne ab."


def test_reasons() -> None:
    occupied = Reason("KB-P2b-7", "reason.occupied", {"rank": 8})
    assert english.reason(occupied).startswith("There are already dice on the Treasurer (8).")
    facts = {"good": "gold", "needs": 2, "has": 1}
    assert german.reason(Reason("", "reason.too_few_goods", facts)) == "Du brauchst 2 Gold und hast 1."
    waiting = Reason("CORE-NOT-ASKED", "core.not_asked", {"seats": (1,)})
    assert english.reason(waiting) == "It is not this player's turn. Now choosing: Bob."


def test_standing_names_the_tie_break() -> None:
    assert english.standing(Standing(0, 1, 41)) == "1. Ann: 41 victory points"
    tied = Standing(1, 2, 41, (("goods", 0), ("buildings", 1)))
    assert english.standing(tied) == "2. Bob: 41 victory points (tie-break: 0 goods and 1 building)"


# -- modules -----------------------------------------------------------------------------------------------------

SAID: list[tuple[Choice, str, str]] = [
    (("use", "sawmill"), "Sawmill: give up 1 wood for 2 gold", "Sägemühle: 1 Holz für 2 Gold abgeben"),
    (("use", "quarry"), "Quarry: give up 1 stone for 3 gold", "Steinbruch: 1 Stein für 3 Gold abgeben"),
    (("use", "sorcerer", "inn"), "Sorcerer: build the Inn for free", "Magier: das Wirtshaus kostenlos errichten"),
    (("use", "philosopher"), "Philosopher: reroll all dice", "Philosoph: alle Würfel neu werfen"),
    (("use", "trickster", 1, 3), "Trickster: turn dice to 1, 3 (own dice)",
     "Gauner: Würfel auf 1, 3 (eigene Würfel) drehen"),
    (("use", "trickster", 1, "bonus", 3), "Trickster: turn dice to 1 (own dice) and 3 (bonus dice)",
     "Gauner: Würfel auf 1 (eigene Würfel) und 3 (Bonuswürfel) drehen"),
    (("use", "trickster", "bonus", 1), "Trickster: turn dice to 1 (bonus dice)",
     "Gauner: Würfel auf 1 (Bonuswürfel) drehen"),
    (("use", "spy", "wood"), "Spy: give up 1 wood for 1 soldier", "Spion: 1 Holz für 1 Soldaten abgeben"),
    (("use", "peddler", "gold", "stone"), "Peddler: give 1 gold for 1 stone",
     "Hausiererin: 1 Gold gegen 1 Stein tauschen"),
    (("keep", "heiress"), "Keep the Heiress", "Die Erbin behalten"),
    (("token", 3), "Use army token 3", "Armeemarker 3 einsetzen"),
    (("first", "training_camp"), "First the Training Camp", "Zuerst das Ausbildungslager"),
    (("first", "general_gov"), "First the General", "Zuerst den Feldherrn"),
    (("spare", "wood"), "Give up 1 wood and keep the building", "1 Holz abgeben und das Gebäude behalten"),
    (("recruit", "plus2"), "Recruit a soldier for 1 +2 token", "Einen Soldaten für 1 +2-Marker rekrutieren"),
    (("build", "church", "architect", "gold"), "Build the Church, with the Architect (1 gold less)",
     "Die Kirche errichten, mit dem Architekten (1 Gold weniger)"),
    (("build", "cathedral", "miner", "envoy"), "Build the Cathedral, with the Miner, with the King's envoy",
     "Die Kathedrale errichten, mit dem Minenarbeiter, mit dem Gesandten des Königs"),
    (("influence", 5, 2, 3, "private"), "Influence rank 5 with 2+3 (own card)",
     "Rang 5 mit 2+3 (eigene Karte) beeinflussen"),
    (("influence", 10, 4, "bonus", 5, "market", "private", "envoy"),
     "Influence rank 10 with 4, bonus die 5, the Market and the King's envoy (own card)",
     "Rang 10 mit 4, Bonuswürfel 5, dem Markt und dem Gesandten des Königs (eigene Karte) beeinflussen"),
    (("deal", 1, "prince", "fairy"), "Bob is dealt Prince and Fairy", "Bob erhält die Karten Prinz und Fee"),
    (("muster", 0, 5), "Military Academy: Ann rolls 5", "Militärakademie: Ann würfelt 5"),
]  # fmt: skip


@pytest.mark.parametrize(("choice", "in_english", "in_german"), SAID)
def test_choices_of_the_modules(choice: Choice, in_english: str, in_german: str) -> None:
    assert (english.choice(choice), german.choice(choice)) == (in_english, in_german)


def test_events_of_the_modules() -> None:
    assert german.event(events.CardUsed("", 0, "duke")) == "Ann nutzt den Herzog."
    assert english.event(events.CardUsed("", 0, "sawmill")) == "Ann uses the Sawmill."
    moved = events.GroupMoved("", 1, 17, 12)
    assert english.event(moved) == "Bob moves a group of dice: Queen (17) → Duchess (12)."
    assert german.event(moved) == "Bob verlegt eine Würfelgruppe: Königin (17) → Herzogin (12)."
    rolled = events.MusterRolled("", 0, 2, 1, "building.military_academy")
    assert english.event(rolled).startswith("Military Academy: Ann rolls 2, which stands for 1 soldier;")
    assert german.event(rolled).startswith("Militärakademie: Ann würfelt 2, das steht für 1 Soldaten;")
    left = events.VpChanged("", 2, 4, "source.army_token")
    assert english.event(left) == "Cem gains 4 victory points (unused army token)."
    owing = events.VpChanged("", 2, -3, "governor.usurer")
    assert german.event(owing) == "Cem verliert 3 Siegpunkte (Wucherer)."
    own = events.AdvisorInfluenced("", 0, 5, (2, 3, "private"))
    assert german.event(own) == "Ann beeinflusst Rang 5 mit 2+3 (eigene Karte)."
    assert english.event(SealsBroken("")) == "Everybody has chosen."


def test_questions_of_the_modules() -> None:
    keeping = KeepGovernor(0)
    assert english.ask(keeping).startswith("Which governor do you keep?")
    offered = english.choice(("keep", "knight"), keeping)
    assert offered == f"Keep the Knight. {english.say('text.knight')} Reconstructed, not printed: The whole card."
    assert german.ask(ChooseToken(0)).startswith("Wähle verdeckt einen Armeemarker")
    assert german.ask(ActFirst(0, "recruiting", ("training_camp", "general_gov"))).endswith("Welcher kommt zuerst?")
    sparing = SpareBuilding(0, "inn", 1)
    assert "Damsel: give up 1 good" in english.ask(sparing)
    assert english.choice(("decline",), sparing) == "Give up nothing and lose the building"
    assert english.ask(TakeGoods(0, 1, (0, 1, 2), "governor.knight", "KB2-GOV-KNIGHT-1")) == "Choose 1 good (Knight)."
    blessing = UseCards(0, "blessing")
    assert german.ask(blessing) == "Alle Bonuswürfel sind verteilt: Bittest du um Segen?"
    assert german.choice(("done",), blessing) == "Nicht um Segen bitten"


def test_a_governor_card_tells_what_is_reconstructed() -> None:
    miner = english.say("card.governor", id="miner", reconstructed=True)
    assert miner.startswith("Miner: At the end of each year you take 1 gold.")
    assert miner.endswith("Reconstructed, not printed: That the good is gold; the discount in column IV once per year.")
    fairy = german.say("card.governor", id="fairy", reconstructed="")
    assert fairy == "Fee: Zu Beginn jedes Sommers erhältst du 1 Bonuswürfel für diese Jahreszeit."
    assert german.say("card.known", id="general_gov") == "Bekannt: Ein Spielbericht nennt den Namen, mehr nicht."
    assert "rekonstruiert, nicht abgedruckt" in german.say("card.not_printed")


@pytest.mark.parametrize(
    ("id", "said", "gesagt"),
    [
        ("architect", "build in columns III or IV, you", "ein Gebäude der Spalten III und IV 1 Ware"),
        ("carpenter", "of row C in columns III and IV (Farms and Merchants' Guild) costs you 1 wood less.",
         "der Reihe C in den Spalten III und IV (Bauernhof und Gilde der Kaufleute) kostet dich 1 Holz weniger."),
        ("miner", "Once per year you may pay 1 gold less for a building of column IV.",
         "Einmal je Jahr darfst du für ein Gebäude der Spalte IV 1 Gold weniger zahlen."),
        ("sculptor", "of row F in columns III and IV (Town Hall and Embassy) costs you 1 stone less.",
         "der Reihe F in den Spalten III und IV (Rathaus und Botschaft) kostet dich 1 Stein weniger."),
    ],
)  # fmt: skip
def test_a_governor_card_tells_which_buildings_are_cheaper(id: str, said: str, gesagt: str) -> None:
    assert said in english.say(f"text.{id}")
    assert gesagt in german.say(f"text.{id}")


# -- editions ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("id", "first", "second"),
    [
        ("building.inn", "Kneipe", "Wirtshaus"),
        ("building.statue", "Standbild", "Statue"),
        ("building.guard_tower", "Wachtturm", "Wachturm"),
        ("building.blacksmith", "Schmiede", "Schmied"),
        ("building.palisade", "Palisade", "Palisaden"),
        ("the_card.inn", "die Kneipe", "das Wirtshaus"),
        ("short.inn", "Kneipe", "Wirtshaus"),
        ("advisor.duchess", "Edelfrau", "Herzogin"),
        ("rank.12", "Edelfrau (12)", "Herzogin (12)"),
        ("the_rank.12", "die Edelfrau (12)", "die Herzogin (12)"),
        ("phase.1", "Königliche Hilfe", "Die Gunst des Königs"),
        ("phase.7", "Rekrutieren der Soldaten", "Soldaten rekrutieren"),
        ("term.governor", "Gouverneur", "Statthalter"),
        ("term.bonus_die", "weißer Würfel", "Bonuswürfel"),
    ],
)
def test_each_edition_has_its_own_german_names(id: str, first: str, second: str) -> None:
    assert (Words("de", "kingsburg", "1e").say(id), Words("de", "kingsburg", "2e").say(id)) == (first, second)


def test_an_edition_changes_sentences_too() -> None:
    gained = events.BonusDieGained("", 0, "phase.1")
    assert Words("de", "kingsburg", "1e", NAMES).event(gained) == "Ann erhält einen weißen Würfel (Königliche Hilfe)."
    assert Words("en", "kingsburg", "1e", NAMES).event(gained) == "Ann gets a white die (Aid from the King)."
    assert english.event(gained) == "Ann gets a bonus die (The King's Favor)."


# -- what is not there -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SkyFell(Event):
    """Not in any catalogue."""


def test_unknown_messages_and_missing_facts() -> None:
    with pytest.raises(UnknownMessage, match=r"no\.such"):
        english.say("no.such")
    with pytest.raises(KeyError):
        english.say("building.inn@1e")
    with pytest.raises(UnknownMessage, match=r"event\.sky_fell"):
        english.event(SkyFell(""))
    with pytest.raises(UnknownMessage, match=r"choice\.fly"):
        english.choice(("fly", "high"))
    with pytest.raises(UnknownMessage, match=r"rank\.19"):
        english.choice(("influence", 19, 6))
    with pytest.raises(MissingFact, match="seat"):
        english.say("event.passed")
    with pytest.raises(MissingFact, match="'n'"):
        english.say("count.goods")
    assert english.has("building.inn")
    assert not english.has("no.such")


def test_a_browser_can_have_the_catalogue() -> None:
    catalogue = Words("de", "kingsburg", "1e").catalogue()
    assert json.loads(json.dumps(catalogue)) == catalogue
    assert catalogue["building.inn"] == "Kneipe"
    assert catalogue["count.goods"] == ["{n} Ware", "{n} Waren"]
    assert not any(id.startswith("cli.") or "@" in id for id in catalogue)
