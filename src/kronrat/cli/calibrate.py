"""`kronrat calibrate`: whether chances of victory come true, and what reviews of many games add up to."""

from __future__ import annotations

import json
from pathlib import Path

from kronrat.arena.series import Series
from kronrat.cli.figures import number, progress_in
from kronrat.cli.settings import names_in, settings
from kronrat.cli.speech import words_of
from kronrat.study.calibration import Calibration, calibrate
from kronrat.words import Words


def run(
    game: str,
    seats: int,
    games: int,
    bots: str,
    option: list[str],
    reviews: int,
    positions: int,
    seed: str,
    jobs: int,
    as_json: bool,
    data: Path | None,
    lang: str | None,
) -> None:
    words = words_of(lang)
    folder = None if data is None else str(data)
    series = Series(game, seats, settings(option), tuple(names_in(bots)), seed, folder).checked()
    with progress_in(words) as progress:
        found = calibrate(series, games, reviews, positions, jobs, progress)
    if as_json:
        print(json.dumps(found.plain()))
    else:
        _tell(words, found)


def _tell(words: Words, found: Calibration) -> None:
    """A table that is also Markdown, and below it what was reviewed."""
    heads = [words.say(f"cli.calibrate.{column}") for column in ("count", "predicted", "won")]
    print(f"| {' | '.join(heads)} |\n|---:|---:|---:|")
    for one in found.bins:
        if one.count:
            shares = [number(words, 100 * part / one.count, ".1f") for part in (one.predicted, one.won)]
            print(f"| {one.count} | {shares[0]} % | {shares[1]} % |")
    error = number(words, 100 * found.mean_error(), ".1f")
    print(f"\n{words.say('cli.calibrate.error', n=found.games, error=error)}")
    plain, lasting = found.plain(), found.lasting()
    if not found.lucks:
        return
    luck, doubt = (number(words, 100 * plain[name], "+.2f") for name in ("luck", "luck_error"))
    print(words.say("cli.calibrate.luck", n=len(found.lucks), luck=luck, error=doubt.lstrip("+")))
    if lasting is not None:
        slope, doubt = (number(words, part, ".2f") for part in lasting)
        print(words.say("cli.calibrate.lasting", slope=slope, error=doubt))
    for bot, one in sorted(plain["bots"].items(), key=lambda pair: -pair[1]["errors"]):
        accuracy = "–" if one["accuracy"] is None else f"{number(words, 100 * one['accuracy'], '.1f')} %"
        lost = number(words, -100 * one["errors"], ".1f")
        print(words.say("cli.calibrate.bot", bot=bot, n=one["seats"], lost=lost, accuracy=accuracy))
