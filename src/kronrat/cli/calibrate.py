"""`kronrat calibrate`: whether chances of victory come true, and what reviews of many games add up to."""

from __future__ import annotations

import json
from pathlib import Path

from kronrat.arena.series import Series
from kronrat.cli.figures import number, progress_in
from kronrat.cli.files import check_new, write_new
from kronrat.cli.settings import names_in, settings
from kronrat.cli.speech import words_of
from kronrat.study.calibration import Calibration, calibrate
from kronrat.study.picture import draw
from kronrat.words import Words


def run(
    game: str,
    seats: int,
    games: int,
    bots: str,
    option: list[str],
    reviews: int,
    positions: int,
    luck: int,
    plot: Path | None,
    seed: str,
    jobs: int,
    as_json: bool,
    data: Path | None,
    lang: str | None,
) -> None:
    words = words_of(lang)
    if plot is not None:
        check_new(plot)
    folder = None if data is None else str(data)
    series = Series(game, seats, settings(option), tuple(names_in(bots)), seed, folder).checked()
    with progress_in(words) as progress:
        found = calibrate(series, games, reviews, positions, luck, jobs, progress)
    if plot is not None:
        write_new(plot, draw([(words.say("cli.calibrate.curve", game=game, n=seats), found.curve())], *_axes(words)))
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
    sureness = found.sureness()
    if sureness is not None:
        part, error = (number(words, one, ".2f") for one in sureness)
        print(words.say("cli.calibrate.sureness", part=part, error=error))
    for seat, (luck, doubt) in enumerate(found.luck_by_seat()):
        mean, error = number(words, 100 * luck, "+.2f"), number(words, 100 * doubt, ".2f")
        print(words.say("cli.calibrate.luck", seat=seat, n=len(found.lucks), luck=mean, error=error))
    plain, lasting = found.plain(), found.lasting()
    if lasting is not None:
        slope, error = (number(words, part, ".2f") for part in lasting)
        print(words.say("cli.calibrate.lasting", slope=slope, error=error))
    for bot, one in sorted(plain["bots"].items(), key=lambda pair: -pair[1]["errors"]):
        accuracy = "–" if one["accuracy"] is None else f"{number(words, 100 * one['accuracy'], '.1f')} %"
        lost = number(words, -100 * one["errors"], ".1f")
        facts = {"lost": lost, "accuracy": accuracy, "most": one["lost_most"], "of": plain["reviewed"]}
        print(words.say("cli.calibrate.bot", bot=bot, n=one["seats"], **facts))


def _axes(words: Words) -> tuple[str, str, str]:
    return words.say("cli.calibrate.plot"), words.say("cli.calibrate.predicted"), words.say("cli.calibrate.won")
