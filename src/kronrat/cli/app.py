"""The commands and their options; each has its own module."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kronrat.bots import DEFAULT, LEVELS, USUAL
from kronrat.cli.errors import OneLineErrors

if TYPE_CHECKING:
    from kronrat.cli.admin import Desk

app = typer.Typer(cls=OneLineErrors, add_completion=False, pretty_exceptions_enable=False)

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="Which game, by its id.")]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="A saved game.")]
Seats = Annotated[int | None, typer.Option(metavar="N", help="How many players sit at the table.")]
Size = Annotated[int, typer.Option(metavar="N", help="How many players sit at the table.")]
Games = Annotated[int, typer.Option(metavar="N", help="How many games are played.")]
Settings = Annotated[
    list[str] | None, typer.Option("--option", metavar="NAME=VALUE", help="An option of the game; may be repeated.")
]
Data = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="A folder, or a file of the workshop, with data that replace the built-in ones."),
]
_PLAYERS = "Bots by name, as module:Class or as a file.py"
_ROTATING = f"{_PLAYERS}; repeated over the seats, and they rotate."
Rotating = Annotated[str, typer.Option(metavar="BOT,…", help=_ROTATING)]
Seed = Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same games.")]
Jobs = Annotated[int, typer.Option(metavar="J", min=1, help="How many processes play.")]
JobsOfCluster = Annotated[
    int | None, typer.Option(metavar="J", help="How many processes play; by default one, or all of a cluster.")
]
Cluster = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Play on this Ray cluster; `local` starts one here.")
]
Think = Annotated[
    float | None, typer.Option(metavar="MS", min=1, help="How long bots think that can be told, such as chancellor.")
]
AsObject = Annotated[bool, typer.Option("--json", help="Print one JSON object.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Lang = Annotated[str | None, typer.Option(metavar="de|en", help="The language; by default that of the system.")]


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        from kronrat.arena.bench import engine

        typer.echo(f"kronrat {version('kronrat')} ({engine()})")
        raise typer.Exit


Version = Annotated[
    bool, typer.Option("--version", callback=_version, is_eager=True, help="Say which version this is, and stop.")
]


@app.callback(invoke_without_command=True)
def kronrat(
    context: typer.Context,
    version: Version = False,
) -> None:
    """Kronrat: play, watch and study Euro board games."""
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@app.command()
def play(
    game: GameArgument,
    seats: Seats = None,
    bots: Annotated[str | None, typer.Option(metavar="BOT,…", help=f"{_PLAYERS}; otherwise {USUAL}.")] = None,
    option: Settings = None,
    seed: Annotated[str | None, typer.Option(metavar="TEXT", help="The same seed gives the same dice.")] = None,
    lang: Lang = None,
    name: Annotated[str | None, typer.Option(metavar="NAME", help="What you are called.")] = None,
    data: Data = None,
    think: Think = None,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Save the game in a new file when it ends.")] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved game as it was set up.")
    ] = None,
    origin: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Play on from a moment of a saved game.")
    ] = None,
    at: Annotated[
        int | None, typer.Option(metavar="LINE", min=0, help="With --from: after which of its lines; 0 is before all.")
    ] = None,
    dice: Annotated[
        str, typer.Option(metavar="same|new", help="With --from: what fell falls again, or everything is drawn anew.")
    ] = "same",
    seat: Annotated[int | None, typer.Option(metavar="S", min=0, help="With --from: where you sit, from 0.")] = None,
) -> None:
    """Play against bots in the terminal."""
    from kronrat.cli.opening import Moment, Wishes, open_table
    from kronrat.cli.play import play_at

    moment = None if origin is None else Moment(origin, at, dice, seat)
    wishes = Wishes(game, seats, bots, option or [], seed, lang, name, data, resume, think, moment)
    play_at(open_table(wishes), save)


def _take_options(context: typer.Context, file: Path | None) -> Path | None:
    from kronrat.cli.configuration import take_options

    return take_options(context, file)


Database = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="KRONRAT_DATABASE",
        help="postgresql://… or sqlite:///…; by default a file in --data-dir.",
    ),
]
DataDir = Annotated[
    Path | None, typer.Option(metavar="DIR", envvar="KRONRAT_DATA_DIR", help="Where the tables of a server are kept.")
]
Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        envvar="KRONRAT_CONFIG",
        is_eager=True,
        callback=_take_options,
        help="A file in TOML with these options and all settings of a server.",
    ),
]


@app.command()
def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", envvar="KRONRAT_HOST", help="Where to listen; 0.0.0.0 is everywhere."),
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(metavar="N", envvar="KRONRAT_PORT", help="Which port; by default the first free one."),
    ] = None,
    database: Database = None,
    data_dir: DataDir = None,
    public_url: Annotated[
        str, typer.Option(metavar="URL", envvar="KRONRAT_PUBLIC_URL", help="How browsers reach it, behind a proxy.")
    ] = "",
    durable: Annotated[
        bool, typer.Option("--durable", envvar="KRONRAT_DURABLE", help="Lose nothing even if the power fails.")
    ] = False,
    bot_pause: Annotated[
        int,
        typer.Option(metavar="MS", envvar="KRONRAT_BOT_PAUSE", min=0, help="How long bots wait between choices."),
    ] = 500,
    look: Annotated[bool, typer.Option("--open", help="Open the lobby in the browser.")] = False,
    think: Think = None,
    longest_think: Annotated[
        int,
        typer.Option(
            metavar="S",
            envvar="KRONRAT_LONGEST_THINK",
            min=0,
            max=60,
            help="The longest that bots may be told to think at a table.",
        ),
    ] = 10,
    data: Annotated[
        list[Path] | None,
        typer.Option(metavar="FILE", help="What the workshop has saved for a game; may be repeated."),
    ] = None,
    config: Config = None,
) -> None:
    """Serve tables in the browser."""
    from kronrat.cli.configuration import settings_in
    from kronrat.cli.serve import run

    told = settings_in(config)
    if data:
        told = {**told, "figures": [str(file) for file in data]}
    run(host, port, database, data_dir, public_url, durable, bot_pause, look, think, longest_think, told)


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes.")],
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Copy all tables of a server to a file, even while it runs."""
    from kronrat.cli.backup import back_up

    back_up(file, database, data_dir)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` has written.")],
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Put a copy in the place of the tables of a server that does not run; the former ones are kept beside it."""
    from kronrat.cli.backup import restore as put_back

    before = put_back(file, database, data_dir)
    if before is not None:
        typer.echo(f"The former tables are in {before}")


admin = typer.Typer(no_args_is_help=True, help="Look after the tables and people of a server, while it runs or not.")
app.add_typer(admin, name="admin")

IDS = {"ignore_unknown_options": True}  # an id may begin with a dash
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="As in the address of the table.")]
GuestId = Annotated[str, typer.Argument(metavar="PERSON", help="The id that `kronrat admin people` shows.")]
Most = Annotated[int, typer.Option("--most", metavar="N", min=1, help="At most so many.")]


def _desk(database: str | None, data_dir: Path | None) -> Desk:
    from kronrat.cli.admin import Desk

    return Desk(database, data_dir)


@admin.command("tables")
def admin_tables(
    stage: Annotated[str, typer.Option(metavar="STAGE", help="gathering, playing, over or closed.")] = "",
    game: Annotated[str, typer.Option(metavar="GAME", help="Only of this game.")] = "",
    in_trouble: Annotated[bool, typer.Option("--in-trouble", help="Only those in quarantine.")] = False,
    most: Most = 50,
    json: AsJson = False,
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """List tables, the newest change first."""
    from kronrat.cli.admin import show_tables

    show_tables(_desk(database, data_dir), stage, game, in_trouble, most, json)


@admin.command("people")
def admin_people(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A part of the name, or the id.")] = "",
    banned: Annotated[bool, typer.Option("--banned", help="Only those who are banned.")] = False,
    most: Most = 50,
    json: AsJson = False,
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """List people, those first who were here last."""
    from kronrat.cli.admin import show_people

    show_people(_desk(database, data_dir), name, banned, most, json)


@admin.command("reports")
def admin_reports(
    settled: Annotated[bool, typer.Option("--settled", help="Also those that are settled.")] = False,
    most: Most = 50,
    json: AsJson = False,
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """List what people have reported about others, the newest first."""
    from kronrat.cli.admin import show_reports

    show_reports(_desk(database, data_dir), settled, most, json)


@admin.command("settle", context_settings=IDS)
def admin_settle(
    report: Annotated[str, typer.Argument(metavar="REPORT", help="The id that `kronrat admin reports` shows.")],
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Mark a report as settled."""
    from kronrat.cli.admin import settle_report

    settle_report(_desk(database, data_dir), report)


@admin.command("close", context_settings=IDS)
def admin_close(table: TableId, database: Database = None, data_dir: DataDir = None, config: Config = None) -> None:
    """End a table, as if everybody had left it."""
    _desk(database, data_dir).close(table)


@admin.command("export", context_settings=IDS)
def admin_export(
    table: TableId,
    everything: Annotated[
        bool, typer.Option("--everything", help="Also what is secret as long as the game runs.")
    ] = False,
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Print the journal of a table."""
    typer.echo(_desk(database, data_dir).journal(table, everything), nl=False)


@admin.command("quarantine", context_settings=IDS)
def admin_quarantine(
    table: TableId,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; it is kept with the table.")] = "",
    lift: Annotated[bool, typer.Option("--lift", help="Let it be played again.")] = False,
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Let nobody play on at a table; it is shown as it is, and its journal can be saved."""
    from kronrat.server.care import set_quarantine

    _desk(database, data_dir).change(lambda c: set_quarantine(c, table, None if lift else reason))


@admin.command("ban", context_settings=IDS)
def admin_ban(
    person: GuestId,
    lift: Annotated[bool, typer.Option("--lift", help="Let them come again.")] = False,
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """Let nobody come with the token of this person."""
    from kronrat.server.care import set_ban

    _desk(database, data_dir).change(lambda c: set_ban(c, person, not lift))


@admin.command("person", context_settings=IDS)
def admin_person(person: GuestId, database: Database = None, data_dir: DataDir = None, config: Config = None) -> None:
    """Print everything that is kept of somebody, as JSON."""
    from kronrat.cli.admin import export_person

    typer.echo(export_person(_desk(database, data_dir), person))


@admin.command("ratings")
def admin_ratings(
    recompute: Annotated[
        bool, typer.Option("--recompute", help="Work out all ratings once more from the results that are kept.")
    ] = False,
    game: Annotated[str, typer.Option(metavar="GAME", help="Only of this game.")] = "",
    most: Most = 50,
    json: AsJson = False,
    database: Database = None,
    data_dir: DataDir = None,
    config: Config = None,
) -> None:
    """List the ratings of people, or work them out again."""
    from kronrat.cli.admin import recompute_ratings, show_ratings

    desk = _desk(database, data_dir)
    if recompute:
        recompute_ratings(desk, json)
    else:
        show_ratings(desk, game, most, json)


@admin.command("forget", context_settings=IDS)
def admin_forget(person: GuestId, database: Database = None, data_dir: DataDir = None, config: Config = None) -> None:
    """Delete somebody: tokens, name and what they have said. Their choices stay, without a name."""
    from kronrat.cli.admin import forget_person

    typer.echo(f"forgotten at {forget_person(_desk(database, data_dir), person)} tables")


@app.command()
def simulate(
    game: GameArgument,
    seats: Size = 4,
    games: Games = 100,
    bots: Rotating = "random",
    option: Settings = None,
    seed: Seed = "1",
    jobs: JobsOfCluster = None,
    json: AsObject = False,
    data: Data = None,
    lang: Lang = None,
    cluster: Cluster = None,
    journals: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Keep every game in a file of this folder, new or empty.")
    ] = None,
) -> None:
    """Let bots play many games and sum them up."""
    from kronrat.cli.simulate import run

    run(game, seats, games, bots, option or [], seed, jobs, json, data, lang, cluster, journals)


@app.command()
def arena(
    game: GameArgument,
    bots: Annotated[str, typer.Option(metavar="BOT,…", help=f"{_PLAYERS}; at least two.")],
    seats: Size = 2,
    games: Annotated[
        int, typer.Option(metavar="N", help="How many games each bot plays alone against each other, in all seats.")
    ] = 100,
    option: Settings = None,
    ms: Annotated[
        float | None, typer.Option(metavar="M", min=0, help="Milliseconds a choice, for bots that take a budget.")
    ] = None,
    positions: Annotated[
        int | None, typer.Option(metavar="P", min=0, help="Positions a choice instead: the same games everywhere.")
    ] = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed gives the same dice.")] = "1",
    jobs: JobsOfCluster = None,
    cluster: Cluster = None,
    json: AsObject = False,
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep every result here, and go on with those in it.")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the ratings into a new SVG file.")] = None,
    luck: Annotated[
        int, typer.Option(metavar="N", min=0, help="Take luck out, comparing each answer of chance with N others.")
    ] = 0,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Let bots play each other, and rate them."""
    from kronrat.cli.arena import run

    run(game, bots, seats, games, option or [], ms, positions, seed, jobs, cluster, json, keep, plot, data, lang, luck)


@app.command()
def train(
    game: GameArgument,
    folder: Annotated[
        Path,
        typer.Option(metavar="DIR", help="Where lessons, weights and a log are kept; it goes on from there."),
    ],
    seats: Size = 2,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games each generation plays.")] = 2000,
    generations: Annotated[
        int, typer.Option(metavar="G", min=1, help="The first looks one choice ahead, the others search.")
    ] = 2,
    option: Settings = None,
    positions: Annotated[
        int, typer.Option(metavar="P", min=0, help="Positions that a search looks at for a choice while it learns.")
    ] = 100,
    units: Annotated[int, typer.Option(metavar="U", min=0, help="Hidden units of the net; 0 for a straight sum.")] = 24,
    epochs: Annotated[int, typer.Option(metavar="E", min=1, help="How often the net sees every position.")] = 30,
    seed: Seed = "1",
    jobs: Jobs = 1,
    start: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Weights to go on from, instead of from nothing.")
    ] = None,
    data: Data = None,
) -> None:
    """Learn what positions are worth, from games of bots with themselves."""
    from kronrat.cli.train import train as learn
    from kronrat.train.course import Course

    place = None if data is None else str(data.resolve())
    course = Course(
        game=game,
        seats=seats,
        options={},
        seed=seed,
        games=games,
        generations=generations,
        positions=positions,
        units=units,
        epochs=epochs,
        data=place,
    )
    learn(course, option or [], folder, jobs, start)


@app.command()
def balance(
    game: GameArgument,
    seats: Size = 4,
    games: Games = 2000,
    bots: Rotating = DEFAULT,
    option: Settings = None,
    seed: Seed = "1",
    jobs: Annotated[int, typer.Option(metavar="J", help="How many processes play.")] = 1,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Show what wins: the win rate of everything that sets the seats of a game apart, such as roles or powers."""
    from kronrat.cli.balance import run

    run(game, seats, games, bots, option or [], seed, jobs, data, lang)


@app.command()
def calibrate(
    game: GameArgument,
    seats: Size = 4,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games are played.")] = 2000,
    bots: Rotating = LEVELS[-1],
    option: Settings = None,
    reviews: Annotated[int, typer.Option(metavar="R", min=0, help="How many of the games are reviewed.")] = 0,
    positions: Annotated[
        int, typer.Option(metavar="P", min=1, help="Positions that a review looks at for each choice.")
    ] = 3000,
    luck: Annotated[
        int,
        typer.Option(metavar="K", min=0, help="Compare every draw with K others; add up the luck of each seat."),
    ] = 0,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw what was predicted against what came true, as SVG.")
    ] = None,
    seed: Seed = "1",
    jobs: Jobs = 1,
    json: AsObject = False,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Compare chances of victory with results, and the reviews of many games with what became of them."""
    from kronrat.cli.calibrate import run

    run(game, seats, games, bots, option or [], reviews, positions, luck, plot, seed, jobs, json, data, lang)


@app.command()
def replay(
    file: FileArgument,
    to: Annotated[int | None, typer.Option(metavar="N", help="Stop after this many lines and show the table.")] = None,
    lang: Lang = None,
    data: Data = None,
) -> None:
    """Tell a saved game in words."""
    from kronrat.cli.replay import tell

    tell(file, to, lang, data)


@app.command()
def verify(
    file: FileArgument,
    origin: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The game it is said to be a variation of: compared with it.")
    ] = None,
    lang: Lang = None,
    data: Data = None,
) -> None:
    """Prove that the dice of a saved game are fair, and of a variation that it goes on from its origin."""
    from kronrat.cli.replay import prove

    prove(file, origin, lang, data)


@app.command()
def review(
    file: FileArgument,
    seat: Annotated[
        int | None, typer.Option(metavar="S", help="Only the choices of this seat; the first is 0.")
    ] = None,
    ms: Annotated[float | None, typer.Option(metavar="M", min=1, help="Milliseconds for each choice.")] = None,
    positions: Annotated[
        int | None, typer.Option(metavar="P", min=1, help="Positions for each choice: the same review everywhere.")
    ] = None,
    json: AsObject = False,
    data: Data = None,
    lang: Lang = None,
) -> None:
    """Review a finished game: what was luck, and where it was won and lost."""
    from kronrat.cli.review import run

    run(file, seat, ms, positions, json, data, lang)


@app.command()
def stats(
    source: Annotated[str, typer.Argument(metavar="DIR|DB", help="A folder of journals, or a server's database.")],
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only this game.")] = None,
    seats: Seats = None,
    level: Annotated[str, typer.Option(metavar="BOT", help="Only seats of this level, or `person`.")] = "",
    csv: Annotated[Path | None, typer.Option(metavar="DIR", help="Write tables of data as CSV.")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="DIR", help="The same as Parquet.")] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Count many games: openings, what was built and used, seats, dice, length, and what won."""
    from kronrat.cli.stats import run

    run(source, game, seats, level, csv, parquet, json, lang)


puzzles = typer.Typer(no_args_is_help=True, help="Positions in which one choice is clearly the best.")
app.add_typer(puzzles, name="puzzles")


@puzzles.command("play")
def puzzles_play(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only of this game.")] = None,
    id: Annotated[str | None, typer.Option("--id", metavar="ID", help="This one.")] = None,
    today: Annotated[bool, typer.Option("--today", help="The puzzle of the day.")] = False,
    lang: Lang = None,
) -> None:
    """Solve puzzles in the terminal, easy ones first."""
    from kronrat.cli.puzzles import play

    play(game, id, today, lang)


@puzzles.command("find")
def puzzles_find(
    game: GameArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What was found; the work goes on where it ends.")],
    seats: Size = 4,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games are looked through.")] = 10,
    bots: Rotating = "squire,greedy,steward",
    option: Settings = None,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="The same seed finds the same.")] = "puzzles",
    lang: Lang = None,
) -> None:
    """Let bots play, and look for puzzles in their games."""
    from kronrat.cli.puzzles import find

    find(game, file, seats, games, bots, option or [], seed, lang)


@puzzles.command("gather")
def puzzles_gather(
    game: GameArgument,
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="What `find` has found.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The collection, as the box of a game keeps it.")],
    most: Annotated[int, typer.Option(metavar="N", min=1, help="At most so many.")] = 120,
    lang: Lang = None,
) -> None:
    """Choose a collection from what was found."""
    from kronrat.cli.puzzles import gather

    gather(game, files, out, most, lang)


@puzzles.command("check")
def puzzles_check(
    game: GameArgument,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Other dice than those it was found with.")] = "check",
    most: Annotated[int | None, typer.Option(metavar="N", min=1, help="Only the first N.")] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> None:
    """Ask a deeper search, with other dice, whether the solutions are the best choices."""
    from kronrat.cli.puzzles import check

    check(game, seed, most, json, lang)


@app.command()
def rules(
    id: Annotated[str | None, typer.Argument(metavar="[ID]", help="The id of a rule, or its beginning.")] = None,
    search: Annotated[str | None, typer.Option(metavar="WORD", help="Rules that contain this word.")] = None,
    lang: Lang = None,
) -> None:
    """Print a rule, search for one, or list them all."""
    from kronrat.cli.rules import show

    show(id, search, lang)


@app.command()
def data(
    game: GameArgument,
    data: Data = None,
    reconstructed: Annotated[bool, typer.Option("--reconstructed", help="Only what is not wholly known.")] = False,
    workshop: Annotated[
        bool, typer.Option("--workshop", help="Say what is printed on your own copy, doubtful figures first.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--everything", help="In the workshop, ask for the figures that are known, too.")
    ] = False,
    into: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Where the workshop keeps your figures; usually GAME-figures.")
    ] = None,
    share: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the figures of --data into one file, to be shared.")
    ] = None,
    lang: Lang = None,
) -> None:
    """Print what is on the components, and where each figure comes from; or say what is on your own copy."""
    if share is not None:
        from kronrat.cli.errors import Refused
        from kronrat.cli.workshop import share as write

        if data is None:
            raise Refused("--share needs --data: which figures?")
        write(game, data, share, lang)
    elif workshop:
        from kronrat.cli.workshop import work

        work(game, data, into or Path(f"{game}-figures"), everything, lang)
    else:
        from kronrat.cli.components import show

        show(game, data, reconstructed, lang)


@app.command()
def bench(
    subject: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|server|race|restart|past|hostile",
            help="A game; the server, its live races, its start over many tables, its lists and profiles after years, "
            "or attacks; by default all games.",
        ),
    ] = None,
    seats: Seats = None,
    option: Settings = None,
    repeat: Annotated[int, typer.Option(metavar="N", help="How many rounds; their median counts.")] = 5,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="How long each figure is measured in all rounds; usually 0.5.")
    ] = None,
    json: AsObject = False,
    tables: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Server and race: tables that are played at once.")
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(metavar="N", min=1, help="Server: choices a second at all tables; race: of each client."),
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            metavar="GAME", help="Which game is played; by default the first; server: also several (a,b), or all."
        ),
    ] = None,
    spectators: Annotated[int, typer.Option(metavar="N", min=0, help="Server: spectators at each table.")] = 0,
    processes: Annotated[
        int, typer.Option(metavar="N", min=1, help="Server: processes that share a PostgreSQL database.")
    ] = 1,
    contests: Annotated[int, typer.Option(metavar="N", min=1, help="Race only: contests of two hands.")] = 500,
    bot_tables: Annotated[
        int, typer.Option(metavar="N", min=0, help="Server: so many tables with four bots each beside those of people.")
    ] = 0,
    bots: Annotated[str, typer.Option(metavar="BOT", help="Server: the bot at those tables.")] = LEVELS[-1],
    review: Annotated[
        bool, typer.Option("--review", help="Server: rounds beside a review that is made, and without one.")
    ] = False,
    people: Annotated[int, typer.Option(metavar="N", min=10, help="Past only: people who are known.")] = 10_000,
    running: Annotated[int, typer.Option(metavar="N", min=0, help="Past only: tables that are not over.")] = 2_000,
    database: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Server and race: by default SQLite in a temporary folder."),
    ] = None,
) -> None:
    """Measure how fast the rules are here, or what a server with many tables or races can do."""
    if subject == "server" and bot_tables:
        from kronrat.cli.bench_server import run_beside
        from kronrat.crowd.beside import Bots

        beside = Bots(bots, bot_tables, 4, repeat)
        run_beside(game, tables or 50, seats or 4, seconds or 10, rate or 25, beside, database, json)
        return
    if subject == "server" and review:
        from kronrat.cli.bench_server import run_reviewed

        run_reviewed(game, tables or 50, seats or 4, seconds or 5, rate or 25, repeat, json)
        return
    if subject == "server":
        from kronrat.cli.bench_server import run as run_server

        sizes = tables or 200, seats or 4, seconds or 30, rate or 200
        run_server(game, *sizes, database, json, spectators, processes)
        return
    if subject == "restart":
        from kronrat.cli.bench_server import run_restart

        run_restart(game, tables or 10_000, seconds or 20, json)
        return
    if subject == "past":
        from kronrat.cli.bench_server import run_past
        from kronrat.crowd.chronicle import Past

        run_past(Past(people, tables or 50_000, running), 400, database, json)
        return
    if subject == "hostile":
        from kronrat.cli.bench_server import run_hostile

        run_hostile(game, seats or 2, seconds or 10, json)
        return
    if subject == "race":
        from kronrat.cli.bench_race import first_game
        from kronrat.cli.bench_race import run as run_race
        from kronrat.crowd.races import Plan

        plan = Plan(game or first_game(), tables or 50, seats or 4, rate or 3, seconds or 30, contests)
        run_race(plan, database, json)
        return
    from kronrat.cli.bench import run

    run(subject, seats, option or [], repeat, 0.5 if seconds is None else seconds, json)
