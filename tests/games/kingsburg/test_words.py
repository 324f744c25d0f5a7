"""The catalogues are complete, agree with each other, and name only facts that somebody provides."""

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args, get_type_hints

import pytest

import kronrat
from kronrat.box import box_of
from kronrat.core import events as core_events
from kronrat.core.events import Event
from kronrat.core.flow import CHANCE, Chance, Decision, Reason
from kronrat.data.entry import Entry
from kronrat.games.kingsburg.rules import events as kingsburg_events
from kronrat.games.kingsburg.rules import influence, winter
from kronrat.games.kingsburg.rules.game import Kingsburg
from kronrat.games.kingsburg.rules.hooks import Card, Governor
from kronrat.shelf import list_games
from kronrat.words import Words, languages
from kronrat.words.catalogue import domain
from kronrat.words.sentences import snake
from kronrat.words.template import Include, Passage, Slot, Template, parse, slots

SOURCE = Path(kronrat.__file__).parent
DOMAINS = ("core", "kingsburg", "web", "cli", "beside")
EDITIONS = ("1e", "2e")
BUILT_IN = {"amounts", *Words("en")._kinds}

MODULES = {"edition": "2e", "modules": "buildings,governors,army"}

rules = cast(Kingsburg, kronrat.load("kingsburg"))
cards = rules.tables.cards
governors = [card for card in cards.values() if isinstance(card, Governor)]
both_languages = pytest.mark.parametrize("lang", languages())


@cache
def texts(lang: str) -> dict[str, tuple[str, ...]]:
    return {id: forms for name in DOMAINS for id, forms in domain(lang, name).messages.items()}


def templates(lang: str) -> Iterator[tuple[str, Template]]:
    for id, forms in texts(lang).items():
        for form in forms:
            yield id, parse(form)


def kind_of(slot: Slot) -> str:
    """How ids of the messages begin that a slot leads to, of a list too."""
    many, _, kind = slot.kind.partition("_")
    return kind if many in ("each", "list") and kind else slot.kind


def conditions(template: Template) -> set[str]:
    return {part.fact for part in template if isinstance(part, Passage)}


# -- the files ---------------------------------------------------------------------------------------------------


def test_languages_have_the_same_messages_with_the_same_facts() -> None:
    german, english = texts("de"), texts("en")
    assert {id for id in german if "@" not in id} == {id for id in english if "@" not in id}
    for id in german.keys() & english.keys():
        assert len(german[id]) == len(english[id]), id
        facts = [
            [
                (
                    {(slot.facts, slot.kind) for slot, _ in slots(parse(form)) if isinstance(slot, Slot)},
                    conditions(parse(form)),
                )
                for form in forms
            ]
            for forms in (german[id], english[id])
        ]
        assert facts[0] == facts[1], id


@both_languages
def test_a_variant_differs_from_what_it_replaces(lang: str) -> None:
    special = [id for id in texts(lang) if "@" in id]
    assert special
    for id in special:
        plain, variant = id.split("@")
        assert variant in EDITIONS
        assert texts(lang)[plain] != texts(lang)[id], id


@both_languages
def test_messages_lead_to_messages_that_exist(lang: str) -> None:
    ids = {id for name in {*DOMAINS, *list_games()} for id in domain(lang, name).messages}  # pages speak of every game
    kinds = {id.rpartition(".")[0] for id in ids}
    for id, template in templates(lang):
        for slot, _ in slots(template):
            if isinstance(slot, Include):
                assert slot.id in ids, id
            elif slot.kind.startswith("#"):
                assert f"count.{slot.kind[1:]}" in ids, id
            elif slot.kind == "amounts":
                assert all(f"count.{fact}" in ids for fact in slot.facts), id
            else:
                assert slot.kind in BUILT_IN or kind_of(slot) in kinds, id


@both_languages
def test_sentences_are_calm(lang: str) -> None:
    assert [id for id, forms in texts(lang).items() if any("!" in form.replace("[!", "") for form in forms)] == []


# -- everything has its words ------------------------------------------------------------------------------------


def everything() -> Iterator[str]:
    """The ids that the game, its data and its table need."""
    rows = rules.rows
    for id in rows["buildings"]:
        yield from (f"building.{id}", f"the_card.{id}", f"short.{id}", f"text.{id}")
    for id in rows["governors"]:
        yield from (f"governor.{id}", f"the_card.{id}", f"text.{id}", f"known.{id}", f"reconstructed.{id}")
    for id, advisor in rows["advisors"].items():
        yield from (f"advisor.{id}", f"the_advisor.{id}", f"gives.{id}")
        yield from (f"rank.{advisor['rank']}", f"the_rank.{advisor['rank']}")
    for id, enemy in rows["enemies"].items():
        yield from (f"enemy.{id}", f"enemy_card.{id}", f"enemy_type.{enemy['type']}", f"year.{enemy['year']}")
    for table, kind in (("components", "component"), ("army", "army")):
        yield from (f"{kind}.{id}" for id in rows[table])
    yield from (f"table.{table}" for table in rows)
    for phase in range(1, 9):
        yield from (f"phase.{phase}", f"phase.{phase}.text")
    yield from (f"step.{step}" for step in "abcd")
    for switch in (*rules.switches({"edition": "1e"}), *rules.switches(MODULES)):
        yield from (f"switch.{switch.name}", f"switch.{switch.name}.text")
        for value in (*switch.values, "none") if switch.many else switch.values:
            yield from (f"switch.{switch.name}.{value}", f"switch.{switch.name}.{value}.text")
    for source in get_args(get_type_hints(Entry)["source"]):
        yield from (f"data_source.{source}", f"data_source.{source}.text")
    yield from (f"outcome.{outcome}" for outcome in (winter.VICTORY, winter.DRAW, winter.DEFEAT))
    yield from (f"battle.{outcome}" for outcome in (winter.VICTORY, winter.DRAW, winter.DEFEAT))
    for card in cards.values():
        yield card.source
        for moment in card.moments:
            yield from (f"moment.{moment}", f"done.{moment}", f"choice.use.{card.id}")
    yield from ("source.strongest", "source.army_token")
    yield from (f"tie.{tie}" for tie in ("goods", "buildings"))
    yield "game.kingsburg"
    for decision in decisions():
        yield from (f"ask.{snake(decision.__name__)}", f"notation.{snake(decision.__name__)}")


def decisions() -> list[type[Decision]]:
    steps = rules.steps.values()
    return [step for step in steps if issubclass(step, Decision) and not issubclass(step, Chance)]


@both_languages
def test_everything_has_its_words(lang: str) -> None:
    missing = {id for id in everything() if id not in texts(lang)}
    assert missing - {"choice.use.statue"} == set()  # which is said in two ways


@both_languages
def test_every_rank_names_its_advisor(lang: str) -> None:
    words = Words(lang, "kingsburg")
    for id, advisor in rules.rows["advisors"].items():
        rank = advisor["rank"]
        assert words.say(f"rank.{rank}") == f"{words.say(f'advisor.{id}')} ({rank})"
        assert words.say(f"the_rank.{rank}") == f"{words.say(f'the_advisor.{id}')} ({rank})"


@both_languages
def test_every_enemy_card_says_what_is_printed(lang: str) -> None:
    words = Words(lang, "kingsburg")
    for id, enemy in rules.rows["enemies"].items():
        name = words.say(f"enemy_type.{enemy['type']}")
        assert words.say(f"enemy.{id}") == name
        card = words.say(f"enemy_card.{id}")
        assert card.startswith(f"{name}, ")
        assert card.endswith(str(enemy["strength"]))
        assert f" {words.say('year.' + str(enemy['year']))}," in card


@both_languages
def test_every_verb_has_its_words(lang: str) -> None:
    chance = {"roll", "neutral", "reinforce", "enemy", "order", "deal", "muster"}
    verbs = {verb for kind in decisions() for verb in kind.verbs} | chance | {"undo", "hidden"}
    ids = [id for id in texts(lang) if id.startswith("choice.")]
    for verb in verbs:
        assert any(id == f"choice.{verb}" or id.startswith(f"choice.{verb}.") for id in ids), verb


@both_languages
def test_every_word_of_a_placement_has_its_words(lang: str) -> None:
    shifting = [card.id for card in cards.values() if card.rank_shifts()]
    for word in ("dice", "bonus", "plus2", "envoy", *shifting):
        assert f"with.{word}" in texts(lang)
    assert f"where.{influence.PRIVATE}" in texts(lang)


# -- cards -------------------------------------------------------------------------------------------------------


def asks(card: Card) -> bool:
    """Whether the owner of a card decides about it."""
    hooks = ("offered_discounts", "guard", "recruits_with_tokens", "rank_shifts", "trades_every_season")
    return bool(card.moments) or any(getattr(type(card), hook) is not getattr(Card, hook) for hook in hooks)


@pytest.mark.parametrize(("lang", "may"), [("de", "darf"), ("en", " may ")])
def test_a_card_says_whether_its_owner_may_or_must(lang: str, may: str) -> None:
    for card in cards.values():
        decides = asks(card) or card.id in rules.tables.private
        assert (may in texts(lang)[f"text.{card.id}"][0]) == decides, card.id


@pytest.mark.parametrize(
    ("lang", "often"),
    [
        ("de", r"[Ee]inmal|[Jj]ede|beginnst das Spiel|je Jahreszeit"),
        ("en", r"[Oo]nce|[Ee]ach|begin the game|per season"),
    ],
)
def test_a_governor_says_how_often(lang: str, often: str) -> None:
    for card in governors:
        assert re.search(often, texts(lang)[f"text.{card.id}"][0]), card.id


def figures(value: Any) -> Iterator[int]:
    """All numbers of a row that are not nothing, lists and tables included."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for part in value:
            yield from figures(part)
    elif isinstance(value, int) and value:
        yield value


@both_languages
def test_a_governor_says_the_numbers_of_its_row(lang: str) -> None:
    words = Words(lang, "kingsburg")
    for id, row in rules.rows["governors"].items():
        said = set(re.findall(r"\w+", words.say(f"text.{id}")))
        for field, value in row.items():
            roman = field in ("columns", "year")
            needed = [words.say(f"year.{n}") if roman else str(abs(n)) for n in figures(value)]
            assert set(needed) <= said, (id, field)


@both_languages
def test_a_workshop_says_the_numbers_of_its_row(lang: str) -> None:
    words = Words(lang, "kingsburg")
    for id in ("sawmill", "quarry", "goldsmith"):
        row = rules.rows["buildings"][id]
        for amounts in (row["pay"], row["gain"]):
            goods = [words.say(f"count.{name}", n=n) for name, n in amounts.items() if n]
            assert all(good in words.say(f"text.{id}") for good in goods)
            assert all(good in words.choice(("use", id)) for good in goods)


def test_what_is_known_of_a_governor_is_what_the_data_say() -> None:
    """The German follows the English, which is that of the data: who changes a row must see to both."""
    for id, row in rules.rows["governors"].items():
        assert texts("en")[f"known.{id}"] == (row["note"],)
        assert texts("en")[f"reconstructed.{id}"] == (row["reconstructed"] or "Nothing.",)


def test_german_and_english_agree_on_which_cards_are_wholly_known_or_wholly_reconstructed() -> None:
    for english, german in (("Nothing.", "Nichts."), ("The whole card.", "Die ganze Karte.")):
        for id in rules.rows["governors"]:
            in_english, in_german = (texts(lang)[f"reconstructed.{id}"][0] for lang in ("en", "de"))
            assert (in_english == english) == (in_german == german), id


@both_languages
def test_the_decks_say_how_many_cards_they_hold(lang: str) -> None:
    tiers = [row["tier"] for row in rules.rows["governors"].values()]
    for value, counted in (("all", len(tiers)), ("documented", tiers.count("documented"))):
        assert str(counted) in texts(lang)[f"switch.governors.{value}"][0]
        assert str(counted) in texts(lang)[f"switch.governors.{value}.text"][0]
    assert str(len(tiers) - tiers.count("reconstructed")) in texts(lang)["switch.governors.attested"][0]
    assert str(tiers.count("reconstructed")) in texts(lang)["switch.governors.all.text"][0]


# -- what the code says ------------------------------------------------------------------------------------------


def source_files() -> list[Path]:
    """All but those of other games, which have catalogues of their own."""
    games, ours = SOURCE / "games", box_of("kingsburg").folder
    return [
        file for file in sorted(SOURCE.rglob("*.py")) if not file.is_relative_to(games) or file.is_relative_to(ours)
    ]


def said_in_source() -> Iterator[tuple[str, str]]:
    """Every message that the code says by its full id, with the file that does."""
    for file in source_files():
        for call in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            match call:
                case ast.Call(func=ast.Attribute(attr="say"), args=[ast.Constant(value=str(id)), *_]):
                    yield id, file.name


@both_languages
def test_whatever_the_code_says_has_its_words(lang: str) -> None:
    assert [(id, file) for id, file in said_in_source() if id not in texts(lang)] == []


# -- facts -------------------------------------------------------------------------------------------------------


def needs(lang: str, id: str) -> set[str]:
    """The facts without which a message cannot be said, through all messages it leads to."""
    found: set[str] = set()
    for form in texts(lang)[id]:
        for slot, condition in slots(parse(form)):
            if condition:
                continue
            if isinstance(slot, Include):
                found |= needs(lang, slot.id)
            elif slot.kind == "amounts":
                pass
            else:
                found |= set(slot.facts)
                if slot.kind.startswith("#"):
                    found |= needs(lang, f"count.{slot.kind[1:]}") - {"n"}
                elif slot.kind not in BUILT_IN:
                    for other in texts(lang):
                        if other.partition("@")[0].rpartition(".")[0] == kind_of(slot):
                            found |= needs(lang, other)
    return found


def may_use(lang: str, id: str) -> set[str]:
    """All facts that a message names itself, those of its conditions too."""
    found: set[str] = set()
    for form in texts(lang)[id]:
        template = parse(form)
        found |= conditions(template)
        found |= {fact for slot, _ in slots(template) if isinstance(slot, Slot) for fact in slot.facts}
    return found


def with_variants(lang: str, id: str) -> list[str]:
    return [other for other in texts(lang) if other.partition("@")[0] == id]


def event_classes() -> list[type[Event]]:
    known = [*vars(core_events).values(), *vars(kingsburg_events).values()]
    return [kind for kind in known if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event]


@both_languages
def test_every_event_has_its_sentence_and_all_facts_for_it(lang: str) -> None:
    for kind in event_classes():
        provided = {field.name for field in fields(kind)}
        if "group" in provided:
            provided.add(influence.PRIVATE)  # words of a group are facts too
        ids = with_variants(lang, f"event.{snake(kind.__name__)}")
        assert ids, kind
        for id in ids:
            assert needs(lang, id) | may_use(lang, id) <= provided, id
    told = {f"event.{snake(kind.__name__)}" for kind in event_classes()}
    assert {id.partition("@")[0] for id in texts(lang) if id.startswith("event.")} == told


@both_languages
def test_every_question_has_all_facts_for_its_sentence(lang: str) -> None:
    for kind in decisions():
        for id in with_variants(lang, f"ask.{snake(kind.__name__)}"):
            assert needs(lang, id) | may_use(lang, id) <= set(kind.FIELDS), id


@cache
def reasons_in_source() -> dict[str, list[set[str]]]:
    """Every `says` id in the code, with the facts that each place of use provides.

    A function that is given the id only hands it on.
    """
    found: dict[str, list[set[str]]] = {}
    for file in source_files():
        for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                given = {argument.arg for argument in function.args.args}
                for call in ast.walk(function):
                    if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Reason":
                        if isinstance(call.args[1], ast.Name) and call.args[1].id in given:
                            continue
                        facts = _keys(call.args[2], function) if len(call.args) > 2 else set()
                        for says in _ids(call.args[1], function):
                            found.setdefault(says, []).append(facts)
    return found


def _ids(says: ast.expr, function: ast.FunctionDef) -> list[str]:
    """The id itself, or all ids in the function that a variable may stand for."""
    if isinstance(says, ast.Constant):
        return [str(says.value)]
    constants = [node.value for node in ast.walk(function) if isinstance(node, ast.Constant)]
    direct = {call.args[1].value for call in ast.walk(function) if isinstance(call, ast.Call) and len(call.args) > 1
              and isinstance(call.args[1], ast.Constant)}  # fmt: skip
    return [str(v) for v in constants if re.fullmatch(r"(reason|core)\.\w+", str(v)) and v not in direct]


def _keys(facts: ast.expr, function: ast.FunctionDef) -> set[str]:
    if isinstance(facts, ast.Dict):
        found: set[str] = set()
        for key, value in zip(facts.keys, facts.values, strict=True):
            found |= _keys(value, function) if key is None else {str(ast.literal_eval(key))}
        return found
    assert isinstance(facts, ast.Name), ast.dump(facts)
    for node in ast.walk(function):
        match node:
            case ast.Assign(targets=[ast.Name(id=facts.id)], value=value):
                return _keys(value, function)
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                for name, value in zip(names, values, strict=True):
                    if isinstance(name, ast.Name) and name.id == facts.id:
                        return _keys(value, function)
    raise AssertionError(f"where do the facts {facts.id!r} come from?")


@both_languages
def test_every_reason_has_its_sentence_and_all_facts_for_it(lang: str) -> None:
    reasons = reasons_in_source()
    assert len(reasons) > 30
    written = {id.partition("@")[0] for id in texts(lang) if id.startswith(("reason.", "core."))}
    assert written == reasons.keys()
    for says, provided in reasons.items():
        for id in with_variants(lang, says):
            for facts in provided:
                assert needs(lang, id) <= facts, id
            assert may_use(lang, id) <= set().union(*provided), id


SAMPLES: dict[str, tuple[object, ...]] = {
    "private": (False, True),
    "card": tuple(card.source for card in cards.values()), "number": (0, 4, 5),
    "building": tuple(rules.rows["buildings"]), "missing": ("inn",), "rank": (1, 18), "total": (8,), "die": (4,),
    "needs": (0, 1, 2), "has": (0, 1, 2), "good": ("gold", "wood", "stone"),
    "gold": (1, 0, 2), "wood": (0, 1, 1), "stone": (0, 0, 3),
    "payment": ("gold", "wood", "stone", "plus2"), "verbs": (("build", "pass"),), "seats": ((0,), (CHANCE,), (0, 1)),
}  # fmt: skip


@both_languages
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_reason_can_be_said(lang: str, edition: str) -> None:
    words = Words(lang, "kingsburg", edition)
    for says, provided in reasons_in_source().items():
        for facts in provided:
            longest = max([len(SAMPLES[fact]) for fact in facts], default=1)
            for n in range(longest):
                sample = {fact: SAMPLES[fact][n % len(SAMPLES[fact])] for fact in facts}
                assert words.reason(Reason("", says, sample)).endswith(".")
