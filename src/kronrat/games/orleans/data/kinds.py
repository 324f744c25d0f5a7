"""What a row of the common tables may hold. The words of effects and the stories are those that the rules know."""

from dataclasses import field
from typing import TYPE_CHECKING, Annotated, Literal

from kronrat.data.entry import Count, Entry
from kronrat.data.shapes import Matching, Record, Within
from kronrat.games.orleans.rules.registry import EFFECTS, STORIES

Follower = Literal["farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk"]
Good = Literal["wood", "brocade", "wool", "wine", "bread", "cheese", "grain", "fish"]
Token = Literal[
    "farmer", "fisher", "craftsman", "merchant", "knight", "scholar", "monk",
    "wood", "brocade", "wool", "wine", "bread", "cheese", "grain", "fish", "technology",
]  # fmt: skip
Counted = Literal["areas", "area_pairs", "lakes", "villages", "churches", "fortresses", "followers_here"]
Players = Annotated[int, Within(2, 4)]
Category = Annotated[int, Within(1, 3)]
ByPlayers = Annotated[list[Count], Within(3, 3)]  # with two, three and four players

FOLLOWER = "(farmer|fisher|craftsman|merchant|knight|scholar|monk)"
GOOD = "(wood|brocade|wool|wine|bread|cheese|grain|fish)"
COINS = "coins_([1-9]|1[0-9]|20)"  # this many coins as one token
Space = Annotated[str, Matching(rf"^({FOLLOWER}(\|{FOLLOWER})*|={FOLLOWER}|wood|any)$")]
Target = Annotated[str, Matching(rf"^({FOLLOWER}|{GOOD}|{COINS}|technology|follower)$")]
Own = Annotated[str, Matching(rf"^({FOLLOWER}|{GOOD}|{COINS}|technology)$")]  # on a sheet every field shows a kind

if TYPE_CHECKING:
    Story = str
    Verb = str
else:  # checked when data are read, and written out for the page
    Story = Literal[tuple(STORIES)]
    Verb = Literal[
        tuple(
            {
                **EFFECTS,
                **{effect.word: effect for story in STORIES.values() for effect in story.effects},
                **{word: needs for story in STORIES.values() for word, needs in story.conditions.items()},
            }
        )
    ]


class Op(Record):
    """One thing that a place, a deed, a field of the track or an epoch does or asks for."""

    do: Verb
    n: Count = 0
    count: Counted | Literal[""] = ""
    good: Good | Literal[""] = ""
    into: Good | Literal[""] = ""
    of: list[Follower] = field(default_factory=list)
    building: Literal["", "village", "fortress", "church"] = ""
    task: str = ""
    least: Count = 0
    else_coins: Count = 0
    distinct: bool = False
    optional: bool = False


class Number(Entry):
    """A single figure of the rules."""

    value: Count


class Goods(Entry):
    """One kind of goods: its price, which is its value too, whether people can eat it, and how many tiles there are."""

    price: Annotated[int, Within(1, 9)]
    food: bool = False
    count: Count


class Kind(Entry):
    """One kind of followers, and how many tiles there are."""

    count: Count


class Land(Entry):
    """One kind of area tiles: what a settler there harvests, and how many tiles are in play."""

    good: Good | Literal[""] = ""
    tiles: ByPlayers


class Place(Entry):
    """A place with its action spaces and what its action does."""

    kind: Literal["board", "basic", "card"]
    category: Annotated[int, Within(0, 3)] = 0
    stories: list[Story] = field(default_factory=lambda: list(STORIES))
    spaces: list[Space] = field(default_factory=list)
    activation: Literal["all", "some"] = "all"
    technology: bool = False
    forbidden_with: str = ""
    stand_in: dict[Follower, list[Follower]] = field(default_factory=dict)
    shields: bool = False
    autumn_coins: Count = 0
    ops: list[Op] = field(default_factory=list)


class Deed(Entry):
    """One side of a deed: its fields, and what each token sent there brings."""

    side: Literal["a", "b"]
    reverse: str = ""
    stories: list[Story] = field(default_factory=lambda: list(STORIES))
    seats_min: Players = 2
    fields: Annotated[list[Target], Within(1, 8)]
    ops: list[Op]
    ascent: bool = True


class Area(Entry):
    """One area of the map: where it is drawn, from how many players on it is used, and its neighbours."""

    x: Count
    y: Count
    seats_min: Players
    beside: list[str]
    starts: list[Players] = field(default_factory=list)


class Mark(Entry):
    """A marked field of the fame track: its printed bonus, and the tile that is always there in stories with tiles."""

    number: Count
    ops: list[Op]
    tile: str = ""


class Epoch(Entry):
    """One epoch: what holds in it, its round bonus or malus, and what it takes to leave it."""

    story: Story
    number: Annotated[int, Within(1, 8)]
    draw: Annotated[int, Within(1, 9)]
    categories: list[Category]
    unlocks: list[str] = field(default_factory=list)
    forbids: list[str] = field(default_factory=list)
    village: Count = 0
    fortress: Count = 0
    church: Count = 0
    settlers: Count = 0
    bonus: list[Op]
    malus: list[Op] = field(default_factory=list)
    until: str = ""
    conditions: list[Op] = field(default_factory=list)


class Refill(Entry):
    """Tokens that come onto the market, with two, three and four players."""

    tokens: dict[Token, ByPlayers]


class Start(Entry):
    """What each player has at the beginning of a story."""

    story: Story
    followers: list[Follower]
    goods: list[Good]
    coins: Count
    settlers: Count
    held: Count = 0


class Component(Entry):
    """How many pieces of one kind are in the box."""

    count: Annotated[int, Within(0, 999)]
