"""tools/bench [--rounds N] [--seconds S] [--only server|raid] [--write FILE]

Random play of other engines and of ours in turns, then ours alone, then our server; prints Markdown, and writes it into
a document between its marks.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bench_peers import environment, raid, server, tables
from bench_peers.environment import ROOT
from bench_peers.rounds import Contender, compare, pin_to_a_core
from bench_peers.tables import Bar

PLAIN = ROOT / ".venv" / "bin" / "python"
FAST = ROOT / ".venv-fast" / "bin" / "python"
DOCUMENT = ROOT / "docs" / "benchmarks.md"

PARTS = ("machine", "bars", "peers", "ratios", "operations", "growth", "server", "raid")
UNDER_LOAD = {"server": server.measure, "raid": raid.measure}
GAME, SEATS, FIRST, SECOND = "kingsburg", "4", "edition=1e", "edition=2e"
CHESS, CHESS_OUTCOME = "python-chess, lean", "python-chess, own outcome check"
CATAN, CATAN_LEAN = "catanatron, own play", "catanatron, lean loop"
OURS, OURS_FAST = "Kronrat plain", "Kronrat compiled"
OTHERS = {  # name -> game, option
    "Tumult Royal, draft": ("tumult", "raid=draft"),
    "The First Kingdom": ("orleans", "story=first-kingdom"),
    "The King's Favor": ("orleans", "story=kings-favor"),
}


def contenders(missing: Sequence[str], compiled: bool) -> list[Contender]:
    here = environment.PYTHON
    peers = {
        "chess": [
            Contender(CHESS, here, "play_chess", ["lean"]),
            Contender(CHESS_OUTCOME, here, "play_chess", ["outcome"]),
        ],
        "catanatron": [
            Contender(CATAN, here, "play_catanatron", ["own"]),
            Contender(CATAN_LEAN, here, "play_catanatron", ["lean"]),
        ],
        "open_spiel": [
            Contender(f"open_spiel, {game}", here, "play_open_spiel", [game])
            for game in ("backgammon", "chess", "hanabi")
        ],
    }
    listed = [one for package, some in peers.items() if package not in missing for one in some]
    for name, python in ((OURS, PLAIN), (OURS_FAST, FAST)):
        if python == PLAIN or compiled:
            listed.append(Contender(name, python, "play_kronrat", ["inside", GAME, SEATS, FIRST]))
            listed.append(Contender(f"{name}, loop in Python", python, "play_kronrat", ["outside", GAME, SEATS, FIRST]))
    for name, (game, option) in OTHERS.items():
        for label, python in (("plain", PLAIN), ("compiled", FAST)):
            if python == PLAIN or compiled:
                listed.append(Contender(other(name, label), python, "play_kronrat", ["inside", game, SEATS, option]))
    return listed


def other(name: str, label: str) -> str:
    return f"Kronrat {label}, {name}"


def build() -> bool:
    """Compile the rules; False if that cannot be done here."""
    return subprocess.run(["make", "-s", "fast"], cwd=ROOT, stdout=sys.stderr).returncode == 0


def alone(python: Path, game: str, option: str, repeat: int, seconds: float) -> dict[str, Any]:
    """What `kronrat bench` says in this environment."""
    print(f"kronrat bench {game} --option {option}: {python.parent.parent.name}", file=sys.stderr, flush=True)
    words = ["bench", game, "--seats", SEATS, "--option", option, "--repeat", str(repeat), "--seconds", str(seconds)]
    program = "from kronrat.cli import main; main()"
    ran = subprocess.run([str(python), "-c", program, *words, "--json"], stdout=subprocess.PIPE, check=True)
    return dict(json.loads(ran.stdout))


def list_bars(
    played: Sequence[Contender], said: Sequence[Mapping[str, Any]], story: Sequence[Mapping[str, Any]]
) -> list[Bar]:
    """What was asked for and what was found; `said` of Kingsburg and `story` of Orléans Stories, plain and compiled."""
    by_name = {one.name: one for one in played}
    ours, fast = by_name.get(OURS), by_name.get(OURS_FAST)
    chess = [by_name[name] for name in (CHESS, CHESS_OUTCOME) if name in by_name]
    catan = [by_name[name] for name in (CATAN, CATAN_LEAN) if name in by_name]

    def times(one: Contender | None, peers: Sequence[Contender], what: str, mine: str = "") -> float | None:
        """Against the fastest of them."""
        return None if one is None or not peers else min(one.times(peer, what, mine).middle for peer in peers)

    def games(one: Contender | None) -> float | None:
        return None if one is None else one.speed("games").middle

    def took(name: str, place: int, of: Sequence[Mapping[str, Any]] = said) -> float | None:
        return tables.figure(of[place], name).middle if place < len(of) else None

    found: list[Bar] = []
    for label, one, against_chess, a_second, against_catan in (
        ("plain", ours, 2.5, 300, 8),
        ("compiled", fast, 10, 1_200, 30),
    ):
        found += [
            Bar(f"python-chess's plies, {label}", against_chess, times(one, chess, "asked", "choices"),
                number=tables.ratio),
            Bar(f"games/s, {label}", a_second, games(one), number=tables.whole),
            Bar(f"catanatron, choices with more than one option on both sides, {label}", against_catan,
                times(one, catan, "choices"), number=tables.ratio),
            Bar(f"catanatron, forced answers counted on both sides, {label}", against_catan,
                times(one, catan, "asked"), number=tables.ratio),
            Bar(f"catanatron, forced answers counted on its side only, {label}", against_catan,
                times(one, catan, "asked", "choices"), number=tables.ratio),
        ]  # fmt: skip
    for name in OTHERS:
        for label, against_chess in (("plain", 1.5), ("compiled", 5.0)):
            one = by_name.get(other(name, label))
            found.append(
                Bar(f"{name}: python-chess's plies, {label}", against_chess, times(one, chess, "asked", "choices"),
                    number=tables.ratio)
            )  # fmt: skip
    return [
        *found,
        Bar("clone, plain, µs", 5, took("clone", 0), at_most=True),
        Bar("clone, compiled, µs", 2, took("clone", 1), at_most=True),
        Bar("Orléans Stories: clone, plain, µs", 15, took("clone", 0, story), at_most=True),
        Bar("Orléans Stories: clone, compiled, µs", 5, took("clone", 1, story), at_most=True),
        Bar("dump and restore, plain, µs", 300, took("dump_restore", 0), at_most=True),
        Bar("dump and restore, compiled, µs", 300, took("dump_restore", 1), at_most=True),
        Bar("view of a seat, plain, µs", 200, took("view", 0), at_most=True),
    ]


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="tools/bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of one contender in one round")
    parser.add_argument("--write", type=Path, default=DOCUMENT, help="the document with the marks")
    parser.add_argument("--only", choices=[*UNDER_LOAD], help="leave out the rest")
    asked = parser.parse_args(arguments)
    tables.check(asked.write, PARTS)

    compiled = build()
    pythons = [PLAIN, FAST] if compiled else [PLAIN]
    if asked.only:
        write(asked.write, {asked.only: UNDER_LOAD[asked.only](pythons)})
        return 0
    missing = environment.install()
    core = pin_to_a_core()
    facts = [f"measured {datetime.now(UTC):%Y-%m-%d}", *environment.machine(core)]
    listed = contenders(missing, compiled)
    played = compare(listed, asked.rounds, asked.seconds)
    facts += [f"versions: {', '.join(dict.fromkeys(_version(one) for one in played))}"]
    facts += [f"while they played, the contenders had {_shares(played)} of their core"]
    facts += [f"**not measured: {package}**, which could not be installed here" for package in missing]
    facts += [f"**not measured: {one.name}**, which failed" for one in listed if one not in played]
    facts += [] if compiled else ["**not measured: compiled rules**, which could not be built here"]

    first, second, story = [
        [alone(python, game, option, asked.rounds, asked.seconds / 2) for python in pythons]
        for game, option in ((GAME, FIRST), (GAME, SECOND), OTHERS["The First Kingdom"])
    ]
    ours = [one for one in played if one.name in (OURS, OURS_FAST)]
    peers = [one for one in played if not one.name.startswith("Kronrat")]
    texts = (
        "\n".join(f"- {fact}" for fact in facts),
        tables.bars(list_bars(played, first, story)),
        tables.speeds(played),
        tables.ratios(peers, ours),
        tables.operations(first),
        tables.growth(second),
        *[measure(pythons) for measure in UNDER_LOAD.values()],
    )
    write(asked.write, dict(zip(PARTS, texts, strict=True)))
    return 0


def write(document: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        print(f"\n{text}")
        tables.replace(document, name, text)


def _version(one: Contender) -> str:
    name = "Kronrat" if one.name.startswith("Kronrat") else one.name.partition(",")[0]
    return f"{name} {one.version}"


def _shares(played: Sequence[Contender]) -> str:
    shares = [100 * one.share_of_core for one in played]
    return f"{min(shares):.0f} to {max(shares):.0f} %"


if __name__ == "__main__":
    os.chdir(ROOT)
    sys.exit(main(sys.argv[1:]))
