"""Market, storage box and common supply: where tokens come from and where they go. [OS-SUP-1 to OS-SUP-9]"""

from __future__ import annotations

from kronrat.games.orleans.rules.events import (
    CoinsGained,
    CoinsPaid,
    FollowerRecruited,
    GoodsGained,
    GoodsSpent,
    MarketRefilled,
    MarketShort,
)
from kronrat.games.orleans.rules.state import COINS, FIRST_GOOD, FOLLOWERS, GOODS, TECHNOLOGY, TOKENS, Player, State


def gain_coins(state: State, seat: int, coins: int, rule: str) -> None:
    """Coins never run out. [OS-SUP-8]"""
    if coins:
        state.players[seat].coins += coins
        if state.listener is not None:
            state.tell(CoinsGained(rule, seat, coins))


def pay_coins(state: State, seat: int, coins: int, rule: str) -> None:
    """[OS-SUP-5]"""
    if coins:
        state.players[seat].coins -= coins
        if state.listener is not None:
            state.tell(CoinsPaid(rule, seat, coins))


def take_goods(state: State, seat: int, token: int, most: int, rule: str) -> int:
    """Take this many into the supply, or as many as the market has. [OS-SUP-6, OS-ACT-7]"""
    count, good = min(most, state.market[token]), GOODS[token - FIRST_GOOD]
    if count:
        state.market[token] -= count
        state.players[seat].goods[token - FIRST_GOOD] += count
        if state.listener is not None:
            state.tell(GoodsGained(rule, seat, good, count))
    if count < most and state.listener is not None:
        state.tell(MarketShort("OS-SUP-6", seat, good, most - count))
    return count


def spend_goods(state: State, seat: int, token: int, count: int, rule: str) -> None:
    """Used or sold goods leave play to the storage box, never to the market. [OS-SUP-1]"""
    state.players[seat].goods[token - FIRST_GOOD] -= count
    state.storage[token] += count
    if state.listener is not None:
        state.tell(GoodsSpent(rule, seat, GOODS[token - FIRST_GOOD], count))


def take_technology(state: State, seat: int, rule: str) -> None:
    """Into the supply; it is laid on a space in a planning phase. [OS-TECH-1]"""
    state.market[TECHNOLOGY] -= 1
    state.players[seat].technology += 1
    if state.listener is not None:
        state.tell(GoodsGained(rule, seat, "technology", 1))


def take_technology_or_coins(state: State, seat: int, coins: int, rule: str) -> None:
    """Where the market has no technology, coins may be named instead. [OS-FAME-7]"""
    if state.market[TECHNOLOGY]:
        take_technology(state, seat, rule)
    else:
        gain_coins(state, seat, coins, rule)


def recruit(state: State, seat: int, follower: int, rule: str) -> None:
    """From the market straight into the bag. [OS-BAG-8]"""
    state.market[follower] -= 1
    state.players[seat].bag[follower] += 1
    if state.listener is not None:
        state.tell(FollowerRecruited(rule, seat, FOLLOWERS[follower]))


def to_storage(state: State, token: int) -> None:
    """A token that has left play; coins just go. [OS-SUP-3, OS-SUP-7]"""
    if token < COINS:
        state.storage[token] += 1


def refill(state: State, card: str, tokens: list[tuple[int, int]], rule: str) -> None:
    """From the storage box onto the market, as far as it has them. [OS-SUP-9]"""
    brought: list[tuple[str, int]] = []
    for token, wanted in tokens:
        count = min(wanted, state.storage[token])
        if count:
            state.storage[token] -= count
            state.market[token] += count
            brought.append((TOKENS[token], count))
    if brought and state.listener is not None:
        state.tell(MarketRefilled(rule, card, tuple(brought)))


def wealth(state: State, me: Player) -> int:
    """Coins and the values of goods, including those on spaces. [OS-FK-WEALTH-2, OS-FK-WEALTH-5]"""
    prices = state.tables.prices
    total = me.coins
    for good, count in enumerate(me.goods):
        total += prices[good] * count
    for token in me.tokens():
        if token >= COINS:
            total += token - COINS
        elif FIRST_GOOD <= token < TECHNOLOGY:
            total += prices[token - FIRST_GOOD]
    return total
