"""Every game played by bots with words around it; prints the journals. Runs in WebAssembly and in CPython."""

import sys

import kronrat
from kronrat.arena.record import let_bots_play
from kronrat.bots import make_bot
from kronrat.core.dice import Dice, seed_of_text
from kronrat.rulebook import rules_of
from kronrat.words import Words

for name in kronrat.list_games():
    game = kronrat.load(name)
    match = kronrat.Match(game, 2, game.left_alone({}), seed="anywhere")
    bots = {0: make_bot("greedy"), 1: make_bot("random")}
    let_bots_play(match, bots, Dice(seed_of_text("bots")))
    print(match.journal.text())
    print(game.digest(match.state), match.over, repr(match))
    words = [Words(lang, name, game.variant(match.options)) for lang in ("de", "en")]
    print([one.standing(result) for one in words for result in match.state.standing()])
    print([one.say(f"game.{name}") for one in words], [len(rules_of(name, lang)) for lang in ("de", "en")])
    print(match.why_not("dance", 0), str(match)[-300:])
    begun = kronrat.Match(game, 2, game.left_alone({}), seed="every bot").state
    for one in kronrat.list_bots():
        turn = kronrat.Turn(begun, begun.deciding()[0], Dice(seed_of_text("a choice")))
        print(one, make_bot(one).decide(turn) in turn.options)
print(sys.implementation.name)
