"""`kronrat train`: a value learned from games that bots play with themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from kronrat.bots.weights import BadWeights, read_weights
from kronrat.cli.errors import Refused
from kronrat.cli.settings import settings
from kronrat.train.course import Course, checked, run, weights_file
from kronrat.train.fitting import can_fit_hidden_units


def train(course: Course, option: list[str], folder: Path, jobs: int, start: Path | None) -> None:
    try:
        begun = None if start is None else read_weights(start)
    except BadWeights as problem:
        raise Refused(str(problem)) from None
    wanted = checked(replace(course, options=settings(option), start=begun))
    if wanted.units and not can_fit_hidden_units():
        print("PyTorch is not installed (pip install 'kronrat[train]'): only a straight sum is learned")
    run(wanted, folder, jobs, print)
    print(weights_file(folder, wanted.generations - 1))
