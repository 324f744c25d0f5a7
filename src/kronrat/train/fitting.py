"""Fits a net to lessons: with PyTorch, on a GPU where there is one, and without it only the straight sum."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from math import exp, log, sqrt
from typing import Any, NamedTuple

from kronrat.bots.weights import Weights, split_names
from kronrat.core.dice import Dice, seed_of_text
from kronrat.core.numbers import add_up
from kronrat.train.selfplay import Lessons

HELD_BACK = 10  # one game in so many is kept apart, to see how good the net is
BATCH = 4_096  # positions at most that a step of learning looks at,
STEPS = 30  # and so many steps go through all of them at least
RATE = 3e-3
GENTLE_RATE = 1e-3  # for a net that goes on from another one
DECAY = 1e-3
SMALL_BATCH = 32
SMALL_RATE = 1e-2
NEVER = 1e-6  # a deviation below it is none
SELDOM = 0.02  # of all rows: what is there less often was met in so few games that nothing can be relied on
DIGITS = 6  # of a weight

Rows = list[list[float]]


class Fitted(NamedTuple):
    """The numbers of a net, and how far they are off on games kept apart, in nats."""

    common: list[str]
    own: list[str]
    shared: Rows
    hidden: Rows
    bias: list[float]
    out: list[float]
    straight: list[float]
    loss: float
    loss_before: float


def can_fit_hidden_units() -> bool:
    """Whether PyTorch is installed."""
    return find_spec("torch") is not None


def fit(
    lessons: Lessons,
    names: tuple[str, ...],
    seats: int,
    units: int,
    epochs: int,
    seed: str,
    start: Weights | None = None,
) -> Fitted:
    """The net that foresees best what came of positions; the same lessons and seed give the same net.

    It begins with random numbers, or with those of another net of the same shape, which one with hidden units then
    never falls behind.
    """
    if units and can_fit_hidden_units():
        return _fit_with_torch(lessons, names, seats, units, epochs, seed, start)
    return _fit_straight(lessons, names, seats, epochs, seed, start)


def _held_back(lessons: Lessons) -> list[bool]:
    """For every row whether its game is kept apart."""
    apart, start = list[bool](), 0
    for game, end in enumerate(lessons.ends):
        apart += [game % HELD_BACK == 0] * (end - start)
        start = end
    return apart


def _rounded(numbers: Any) -> Any:
    if isinstance(numbers, list):
        return [_rounded(number) for number in numbers]
    return float(f"{numbers:.{DIGITS}g}")


# -- with PyTorch ----------------------------------------------------------------------------------------------------


def _fit_with_torch(
    lessons: Lessons,
    names: tuple[str, ...],
    seats: int,
    units: int,
    epochs: int,
    seed: str,
    start: Weights | None,
) -> Fitted:
    numpy: Any = import_module("numpy")
    torch: Any = import_module("torch")
    torch.manual_seed(int.from_bytes(seed_of_text(seed)[:4]))
    device = "cuda" if torch.cuda.is_available() else "cpu"
    common, own = split_names(names)
    places = {name: place for place, name in enumerate(names)}
    features, target, guess = [
        torch.tensor(numpy.array(rows, dtype=numpy.float32), device=device)
        for rows in (lessons.features, lessons.shares, lessons.guesses)
    ]
    table = features[:, [places[name] for name in common]]
    of_seats = [features[:, [places[f"{name} {distance}"] for name in own]] for distance in range(seats)]
    seat = torch.stack(of_seats, dim=1)
    apart = torch.tensor(_held_back(lessons), device=device)
    table_mean, table_scale = _scale(table[~apart])
    seat_mean, seat_scale = _scale(seat[~apart].flatten(0, 1))
    table = (table - table_mean) / table_scale * (table_scale != 1.0)
    seat = (seat - seat_mean) / seat_scale * (seat_scale != 1.0)
    if start is None:
        shared = torch.randn(units, len(common), device=device) / max(1, len(common)) ** 0.5
        hidden = torch.randn(units, len(own), device=device) / max(1, len(own)) ** 0.5
        bias, out = torch.zeros(units, device=device), torch.zeros(units, device=device)
        straight = torch.zeros(len(own), device=device)
    else:
        begun = (start.shared, start.hidden, start.bias, start.out, start.straight)
        shared, hidden, bias, out, straight = [torch.tensor(one, device=device) for one in begun]
        bias = bias + shared @ table_mean + hidden @ seat_mean
        shared, hidden, straight = shared * table_scale, hidden * seat_scale, straight * seat_scale
    numbers = [number.requires_grad_() for number in (shared, hidden, bias, out, straight)]

    def loss_of(rows: Any) -> Any:
        base = table[rows] @ shared.T + bias
        active = torch.relu(seat[rows] @ hidden.T + base[:, None, :])
        scores = active @ out + seat[rows] @ straight
        return -(target[rows] * torch.log_softmax(scores, dim=1)).sum(dim=1).mean()

    learned, kept = (~apart).nonzero()[:, 0], apart.nonzero()[:, 0]
    rate = RATE if start is None else GENTLE_RATE
    optimizer = torch.optim.AdamW(numbers, lr=rate, weight_decay=DECAY)
    batch = max(SMALL_BATCH, min(BATCH, len(learned) // STEPS))
    steps = epochs * -(-len(learned) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=rate, total_steps=steps + 1)
    best, best_loss = [number.detach().clone() for number in numbers], float("inf")
    for epoch in range(epochs + 1):
        with torch.no_grad():
            loss = float(loss_of(kept))
        if loss < best_loss and (epoch or start):
            best, best_loss = [number.detach().clone() for number in numbers], loss
        for rows in learned[torch.randperm(len(learned), device=device)].split(batch) if epoch < epochs else ():
            optimizer.zero_grad()
            loss_of(rows).backward()
            optimizer.step()
            schedule.step()
    loss_before = float(-(target[kept] * torch.log(guess[kept].clamp_min(NEVER))).sum(dim=1).mean())
    shared, hidden, bias, out, straight = best
    shared[:, table_scale == 1.0], hidden[:, seat_scale == 1.0], straight[seat_scale == 1.0] = 0.0, 0.0, 0.0
    shared, hidden, straight = shared / table_scale, hidden / seat_scale, straight / seat_scale
    bias = bias - shared @ table_mean - hidden @ seat_mean
    found = [_rounded(number.tolist()) for number in (shared, hidden, bias, out, straight)]
    return Fitted(common, own, found[0], found[1], found[2], found[3], found[4], best_loss, loss_before)


def _scale(numbers: Any) -> tuple[Any, Any]:
    """Mean and deviation of each; 1 for what hardly ever is there or never changes, of which nothing is learned."""
    scale = numbers.std(dim=0)
    scale[(scale < NEVER) | ((numbers != 0.0).sum(dim=0) < SELDOM * len(numbers))] = 1.0
    return numbers.mean(dim=0), scale


# -- without it ------------------------------------------------------------------------------------------------------


def _fit_straight(
    lessons: Lessons, names: tuple[str, ...], seats: int, epochs: int, seed: str, start: Weights | None
) -> Fitted:
    """Only what each feature of a seat adds to its score, by Adam."""
    _, own = split_names(names)
    places = {name: place for place, name in enumerate(names)}
    columns = [[places[f"{name} {distance}"] for name in own] for distance in range(seats)]
    rows = [[[features[place] for place in column] for column in columns] for features in lessons.features]
    apart = _held_back(lessons)
    learned = [row for row, kept in enumerate(apart) if not kept] or list(range(len(rows)))
    scales = _scales([seat for row in learned for seat in rows[row]], len(own))
    rows = [[[number * scale for number, scale in zip(seat, scales, strict=True)] for seat in row] for row in rows]
    weights, slope, swing = [0.0] * len(own), [0.0] * len(own), [0.0] * len(own)
    if start is not None:
        weights = [weight / scale if scale else 0.0 for weight, scale in zip(start.straight, scales, strict=True)]
    dice, step = Dice(seed_of_text(seed)), 0
    for epoch in range(epochs):
        order = [learned[place] for place in dice.shuffled(len(learned))]
        rate = SMALL_RATE * (1 - epoch / epochs)
        for first in range(0, len(order), SMALL_BATCH):
            batch = order[first : first + SMALL_BATCH]
            step += 1
            for n, gradient in enumerate(_gradient(rows, lessons, batch, weights)):
                slope[n] = 0.9 * slope[n] + 0.1 * gradient
                swing[n] = 0.999 * swing[n] + 0.001 * gradient * gradient
                grown = sqrt(swing[n] / (1 - 0.999**step)) + 1e-8
                weights[n] -= rate * slope[n] / (1 - 0.9**step) / grown
    kept = [row for row, held in enumerate(apart) if held]
    loss = _mean_loss([_expected(rows[row], weights) for row in kept], [list(lessons.shares[row]) for row in kept])
    before = _mean_loss([list(lessons.guesses[row]) for row in kept], [list(lessons.shares[row]) for row in kept])
    straight = [weight * scale for weight, scale in zip(weights, scales, strict=True)]
    return Fitted([], own, [], [], [], [], _rounded(straight), loss, before)


def _gradient(rows: list[Rows], lessons: Lessons, batch: list[int], weights: list[float]) -> list[float]:
    gradient = [0.0] * len(weights)
    for row in batch:
        for seat, expected, got in zip(rows[row], _expected(rows[row], weights), lessons.shares[row], strict=True):
            for n, number in enumerate(seat):
                gradient[n] += (expected - got) * number / len(batch)
    return gradient


def _expected(seats: Rows, weights: list[float]) -> list[float]:
    scores = [add_up([weight * number for weight, number in zip(weights, seat, strict=True)]) for seat in seats]
    grown = [exp(score - max(scores)) for score in scores]
    return [one / add_up(grown) for one in grown]


def _scales(rows: Rows, width: int) -> list[float]:
    """What makes the deviation of each feature 1; nothing is learned of what hardly ever is there or never changes."""
    scales: list[float] = []
    for n in range(width):
        numbers = [row[n] for row in rows]
        mean = add_up(numbers) / max(1, len(numbers))
        deviation = sqrt(add_up([(number - mean) ** 2 for number in numbers]) / max(1, len(numbers)))
        seldom = len([number for number in numbers if number]) < SELDOM * len(numbers)
        scales.append(1 / deviation if deviation > NEVER and not seldom else 0.0)
    return scales


def _mean_loss(expected: Rows, shares: Rows) -> float:
    losses = [
        -add_up([got * log(max(NEVER, foreseen)) for got, foreseen in zip(mine, theirs, strict=True)])
        for mine, theirs in zip(shares, expected, strict=True)
    ]
    return add_up(losses) / max(1, len(losses))
