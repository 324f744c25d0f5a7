"""Random play of other engines and of ours in turns: how fast each is, and how many times as fast ours are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from bench_peers import environment
from bench_peers.ours import ENGINES, SEATS, Plan, table_for, tables_for_play
from bench_peers.rounds import Contender, Spread, compare, one_core
from bench_peers.tables import Bar, bars, bullets, percent, ratio, short, spread, table, whole

PLACES = ("bars of peers", "peers", "ratios")

LOOP = ", loop in Python"  # ours called as the peers are called
CHESS = ("python-chess, lean", "python-chess, own outcome check")
CATAN = ("catanatron, own play", "catanatron, lean loop")
OTHERS = tables_for_play()

AGAINST_CHESS = {"plain": 2.5, "compiled": 10}
AGAINST_CATAN = {"plain": 8, "compiled": 30}
GAMES_A_SECOND = {"plain": 300, "compiled": 1_200}
OTHERS_AGAINST_CHESS = {"plain": 1.5, "compiled": 5}


def measure(plan: Plan) -> dict[str, str]:
    missing = environment.install()
    with one_core() as where:
        facts = plan.circumstances()
        listed = contenders(missing, plan.pythons)
        played = compare(listed, plan.rounds, plan.seconds)
    shares = [one.share_of_core for one in played]
    facts += [
        f"{where}, of which it had {percent(min(shares))} to {percent(max(shares))} while it played",
        f"versions: {', '.join(dict.fromkeys(_version(one) for one in played))}",
        *[f"**not measured: {package}**, which could not be installed here" for package in missing],
        *[f"**not measured: {one.name}**, which failed" for one in listed if one not in played],
    ]
    texts = (bars(list_bars(played)), f"{bullets(facts)}\n\n{speeds(played)}", ratios(played))
    return dict(zip(PLACES, texts, strict=True))


def contenders(missing: Sequence[str], pythons: Mapping[str, Path]) -> list[Contender]:
    here = environment.PYTHON
    peers = {
        "chess": [
            Contender(name, here, "play_chess", [way]) for name, way in zip(CHESS, ("lean", "outcome"), strict=True)
        ],
        "catanatron": [
            Contender(name, here, "play_catanatron", [way]) for name, way in zip(CATAN, ("own", "lean"), strict=True)
        ],
        "open_spiel": [
            Contender(f"open_spiel, {game}", here, "play_open_spiel", [game])
            for game in ("backgammon", "chess", "hanabi")
        ],
    }
    listed = [one for package, some in peers.items() if package not in missing for one in some]

    def add(name: str, python: Path, way: str, game: str, option: str) -> None:
        listed.append(Contender(name, python, "play_kronrat", [way, game, SEATS, option]))

    for engine, python in pythons.items():
        add(ours(engine), python, "inside", *table_for("main"))
        add(ours(engine) + LOOP, python, "outside", *table_for("main"))
    for name, other in OTHERS.items():
        for engine, python in pythons.items():
            add(f"{ours(engine)}, {name}", python, "inside", *other)
    return listed


def ours(engine: str) -> str:
    return f"Kronrat {engine}"


def _version(one: Contender) -> str:
    name = "Kronrat" if one.name.startswith("Kronrat") else one.name.partition(",")[0]
    return f"{name} {one.version}"


# -- tables ----------------------------------------------------------------------------------------------------------


def speeds(contenders: Sequence[Contender]) -> str:
    headings = ("random play of", "choices/s", "answers/s", "games/s", "answers a game", "of them choices",
                "chance a game", "options per answer", "options per choice")  # fmt: skip
    rows = [
        (
            one.name,
            spread(one.speed("choices"), whole),
            whole(one.speed("asked").middle),
            short(one.speed("games").middle),
            whole(one.a_game("asked")),
            percent(one.share_of_choices),
            whole(one.a_game("chance")),
            f"{one.options_per_answer:.1f}",
            f"{one.options_per_choice:.1f}",
        )
        for one in contenders
    ]
    return table(headings, rows)


def ratios(played: Sequence[Contender]) -> str:
    """How many times as fast as each peer; of the loop in Python only choices, for its other ratios follow."""
    by_name = {one.name: one for one in played}
    headings = ["times as fast as"]
    for engine in ENGINES:
        headings += [f"{ours(engine)}: choices", "choices, loop in Python", "answers", "games"]
    rows: list[list[str]] = []
    for peer in played:
        if peer.name.startswith("Kronrat"):
            continue
        row = [peer.name]
        for engine in ENGINES:
            one, loop = by_name.get(ours(engine)), by_name.get(ours(engine) + LOOP)
            row += ["–" if way is None else spread(way.times(peer, "choices"), ratio) for way in (one, loop)]
            row += ["–" if one is None else ratio(one.times(peer, what).middle) for what in ("asked", "games")]
        rows.append(row)
    return table(headings, rows)


def list_bars(played: Sequence[Contender]) -> list[Bar]:
    by_name = {one.name: one for one in played}

    def times(name: str, peers: Sequence[str], what: str, mine: str = "") -> Spread | None:
        """Against the fastest of them."""
        one = by_name.get(name)
        found = [] if one is None else [one.times(by_name[peer], what, mine) for peer in peers if peer in by_name]
        return min(found, key=lambda times: times.middle, default=None)

    def games(name: str) -> Spread | None:
        return by_name[name].speed("games") if name in by_name else None

    found: list[Bar] = []
    for engine in ENGINES:
        name, against_catan = ours(engine), AGAINST_CATAN[engine]
        for loop in ("", LOOP):
            found += [
                Bar(f"python-chess's plies, {engine}{loop}", AGAINST_CHESS[engine],
                    times(name + loop, CHESS, "asked", "choices"), number=ratio),
                Bar(f"games/s, {engine}{loop}", GAMES_A_SECOND[engine], games(name + loop), number=whole),
                Bar(f"catanatron, choices with more than one option on both sides, {engine}{loop}", against_catan,
                    times(name + loop, CATAN, "choices"), number=ratio),
            ]  # fmt: skip
        found += [
            Bar(f"catanatron, forced answers counted on both sides, {engine}", against_catan,
                times(name, CATAN, "asked"), number=ratio),
            Bar(f"catanatron, forced answers counted on its side only, {engine}", against_catan,
                times(name, CATAN, "asked", "choices"), number=ratio),
        ]  # fmt: skip
    for other in OTHERS:
        for engine in ENGINES:
            found.append(
                Bar(f"{other}: python-chess's plies, {engine}", OTHERS_AGAINST_CHESS[engine],
                    times(f"{ours(engine)}, {other}", CHESS, "asked", "choices"), number=ratio)
            )  # fmt: skip
    return found
