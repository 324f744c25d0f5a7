"""A third story is one package and one entry: registered in a process of its own, it is played to its end."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import kronrat
from kronrat.games.orleans.stories import STORIES

ROOT = Path(__file__).parents[3]
GUIDE = ROOT / "docs" / "guides" / "add-a-story.md"
PACKAGE = "tests.games.orleans.wayfarers"

PLAYED = """
from kronrat.games.orleans.stories import STORIES
STORIES.append("tests.games.orleans.wayfarers")  # the one entry

import io
import kronrat
from rich.console import Console
from kronrat.arena.record import record
from kronrat.box import box_of
from kronrat.rulebook import rules_of
from kronrat.typings import types_of
from kronrat.words import Words

game = kronrat.load("orleans")
for seats in (2, 3, 4):
    match = record(game, seats, ["random"], {"story": "wayfarers"}, seed=f"wayfarers {seats}")
    assert match.state.over and match.state.round == 3
    assert kronrat.replay(game, match.journal).state.over
    assert game.dump(game.restore(game.dump(match.state))) == game.dump(match.state)
    view = game.view(match.state, 0)
    assert view["story"] == {"rounds": 3} and view["players"][0]["story"]["songs"] == 6
    out = io.StringIO()
    box_of("orleans").terminal().draw(Console(file=out), Words("en", "orleans"), game.rows, view)
    assert "songs: 6" in out.getvalue()
for story in ("first-kingdom", "kings-favor"):
    assert record(game, 2, ["random"], {"story": story}, seed="as before").state.over
assert rules_of("orleans")[-1].id == "OS-WF-2" and rules_of("orleans", "de")[-1].title == "Lieder"
assert Words("de", "orleans").say("story.wayfarers") == "Die Wanderer"
assert "PackView" in types_of(box_of("orleans")) and '"sing"' in types_of(box_of("orleans"))
print("played")
"""


def test_a_third_story_is_played_to_its_end() -> None:
    done = subprocess.run([sys.executable, "-c", PLAYED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "played", done.stderr


def test_it_is_not_among_ours() -> None:
    assert PACKAGE not in STORIES
    (values,) = [switch.values for switch in kronrat.load("orleans").switches({}) if switch.name == "story"]
    assert values[:2] == ("first-kingdom", "kings-favor")
    assert "wayfarers" not in values


def test_the_entry_of_the_guide_follows_those_that_are_there() -> None:
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), flags=re.DOTALL)
    made: dict[str, Any] = {"Final": Final}
    exec(compile(example, GUIDE.name, "exec"), made)
    assert made["STORIES"][:-1] == STORIES
