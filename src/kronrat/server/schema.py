"""The tables of the database, as the newest migration leaves them.

Records are only ever inserted. What changes about a table is its head: one row that says how far the records go, who
drives the bots and clocks, and what the lobby shows. An append holds that row, so that appends to one table
follow one another, whichever process they come from.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    false,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0", index=True),  # when they were last here, by the day
    Column("banned", Boolean, nullable=False, server_default=false()),
    Column("private", Boolean, nullable=False, server_default=false()),  # others see of the profile only the rating
)

# The browsers in which somebody is known, each by a token of its own, of which only the hash is kept.
devices = Table(
    "devices",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest", String, nullable=False, index=True),
    Column("token_hash", String, nullable=False, unique=True),
    Column("label", String, nullable=False, server_default=""),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False, server_default="0"),
)

# What is good for one use: to come in on another device, to come back, or to answer with a passkey.
tickets = Table(
    "tickets",
    metadata,
    Column("hash", String, primary_key=True),
    Column("purpose", String, nullable=False),
    Column("guest", String, nullable=False, index=True),
    Column("until", BigInteger, index=True),  # empty: good for ever
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest", String, nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),  # as the key counts them; a count that goes back betrays a copy
    Column("label", String, nullable=False),
    Column("created", BigInteger, nullable=False),
)

# Who has to be asked anew who they are, because a device was signed out or a person forgotten. All processes look here.
partings = Table(
    "partings",
    metadata,
    Column("guest", String, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("tables", Text, nullable=False),  # JSON: those to be read anew, because somebody is nobody there now
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),  # JSON, as `body` and `summary` below
    Column("pace", String, nullable=False),
    Column("undo", String, nullable=False),
    Column("limit_s", Integer, nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("owner", String, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("rules", Integer),  # what it was begun with; empty where that was not kept yet
    Column("data", String),
    Column("dice", Integer, nullable=False, server_default="1"),  # the version of its dice
    Column("think_s", Integer, nullable=False, server_default="0"),  # how long bots think that can be told
    Column("terms", Text, nullable=False, server_default="{}"),  # JSON
    Column("rated", Boolean, nullable=False, server_default=false()),
    Column("deal", String, nullable=False, server_default="", index=True),  # of several tables with the same dice
    Column("nonces", Text, nullable=False, server_default="[]"),  # JSON: what went into the dice of a deal
    Column("origin", Text, nullable=False, server_default="{}"),  # JSON: what it goes on from, if it is a variation
)

# Kept in the order of its key, so that the records of one table are stored together.
records = Table(
    "records",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("body", Text, nullable=False),
    Column("command", String),  # set on the first record of a command only: NULLs do not clash
    Column("wall", BigInteger),  # what the wall clock said, where that differed from `at`
    sqlite_with_rowid=False,
)
Index(
    "records_command",
    records.c.table_id,
    records.c.command,
    unique=True,
    sqlite_where=records.c.command.is_not(None),
    postgresql_where=records.c.command.is_not(None),
)

heads = Table(
    "heads",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, nullable=False),  # of the newest record
    Column("changed", BigInteger, nullable=False, index=True),  # when that was, milliseconds since 1970
    Column("stage", String, nullable=False),
    Column("summary", Text, nullable=False),
    Column("guests", Text, nullable=False),  # who sits here, to see at once whether `seats` has to change
    Column("epoch", Integer, nullable=False, server_default="0"),  # grows whenever the lease changes hands
    Column("leased_by", String, nullable=False, server_default=""),
    Column("leased_until", BigInteger, nullable=False, server_default="0"),
    Column("due", BigInteger, index=True),  # when something is to be done here without a person; empty: nothing is
    Column("trouble", String, nullable=False, server_default=""),  # why the table is not played any more, if it is not
    sqlite_with_rowid=False,
)
Index("heads_stage", heads.c.stage, heads.c.changed, heads.c.version)
# What is looked for every few seconds, and hardly ever there.
_IN_TROUBLE = heads.c.trouble != ""
Index("heads_trouble", heads.c.table_id, sqlite_where=_IN_TROUBLE, postgresql_where=_IN_TROUBLE)
Index("guests_banned", guests.c.id, sqlite_where=guests.c.banned, postgresql_where=guests.c.banned)

# Secrets that wait for the tables they were drawn for.
seals = Table(
    "seals",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest", String, nullable=False, index=True),
    Column("secret", LargeBinary, nullable=False),
    Column("created", BigInteger, nullable=False, index=True),
)

# Tables as their own rules showed them, for the day when the rules have changed.
keepsakes = Table(
    "keepsakes",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# What people want to be answered for them when they are asked; nobody else ever sees it.
orders = Table(
    "orders",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String, nullable=False, index=True),
    Column("version", Integer, nullable=False),  # grows with every change, so that no device overwrites another
    Column("looked", Integer, nullable=False),  # the version of the table when they were last compared with a question
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What somebody wants to be told, and when.
wishes = Table(
    "wishes",
    metadata,
    Column("guest", String, primary_key=True),
    Column("body", Text, nullable=False),  # JSON
)

# Where people are told what happens while they are not looking: a browser, an e-mail address, an address of their own.
channels = Table(
    "channels",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest", String, nullable=False, index=True),
    Column("kind", String, nullable=False),
    Column("address", Text, nullable=False),
    Column("detail", Text, nullable=False),  # JSON: the keys of a browser, or the form of what is sent
    Column("device", String, nullable=False),  # the device that is this browser, and with which it goes
    Column("origin", String, nullable=False),  # the address of this server, for links
    Column("state", String, nullable=False),
    Column("since", BigInteger, nullable=False),  # what happened earlier is not told here
    Column("failures", Integer, nullable=False, server_default="0"),  # since something last arrived
    Column("failed", BigInteger, nullable=False, server_default="0"),
    Column("failure", String, nullable=False, server_default=""),
    Column("retry", BigInteger, nullable=False, server_default="0"),  # before this nothing is tried
)

# What was told, or seen at the table itself. A row is written before anything is sent, so that nothing is told twice.
notices = Table(
    "notices",
    metadata,
    Column("guest", String, primary_key=True),
    Column("table_id", String, primary_key=True, index=True),
    Column("event", String, primary_key=True),
    Column("mark", String, primary_key=True),  # which one of these events it was
    Column("channel", String, primary_key=True),  # empty: whoever looks needs no notice anywhere
    Column("at", BigInteger, nullable=False, index=True),
    Column("state", String, nullable=False),
    sqlite_with_rowid=False,
)

# Secrets of this server that have to stay the same.
keyring = Table(
    "keyring",
    metadata,
    Column("name", String, primary_key=True),
    Column("secret", LargeBinary, nullable=False),
)

# What only one process does at a time, which one that is, and until when.
duties = Table(
    "duties",
    metadata,
    Column("name", String, primary_key=True),
    Column("holder", String, nullable=False),
    Column("until", BigInteger, nullable=False),
)

# What was found in finished games, the newest review of each.
reviews = Table(
    "reviews",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("key", String, nullable=False),  # of the journal, and of what it was reviewed with
    Column("body", LargeBinary, nullable=False),
)

# What came out of finished games; kept when their tables are deleted. Ratings follow from it and from nothing else.
results = Table(
    "results",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("pace", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("number", Integer, unique=True),  # the order in which rated ones are counted; empty: not yet, or never
    Column("deal", String, nullable=False, server_default="", index=True),
)
Index(
    "results_waiting",
    results.c.ended,
    results.c.table_id,
    sqlite_where=results.c.rated & results.c.number.is_(None),
    postgresql_where=results.c.rated & results.c.number.is_(None),
)

# How everybody did in them. What is there of a result stands here again, so that profiles read one index.
placings = Table(
    "placings",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String, nullable=False),  # empty: a bot, or somebody whose result is not theirs alone
    Column("bot", String, nullable=False),
    Column("place", Integer, nullable=False),
    Column("score", Integer, nullable=False),
    Column("game", String, nullable=False),
    Column("pace", String, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("counts", Boolean, nullable=False),  # whether it counts for the rating
    Column("helped", String, nullable=False, server_default=""),  # why it does not
    Column("gone", Boolean, nullable=False, server_default=false()),  # whether the player left for good
    Column("strength", Float),  # of a bot, as it was measured then,
    Column("strength_error", Float),
    Column("before", Float),  # the rating before this game, among games of all paces,
    Column("mean", Float),  # and after it
    Column("error", Float),
    Column("pace_mean", Float),  # and among games of this pace
    Column("pace_error", Float),
    Column("marks", Text, nullable=False, server_default="[]"),  # JSON: what the player had at the end
    Column("luck", Float),  # these three from the review, once there is one: luck in parts of the victory,
    Column("share", Float),  # the part of the victory that was reached,
    Column("accuracy", Float),  # and how close the choices were to the best ones
    sqlite_with_rowid=False,
)
Index("placings_guest", placings.c.guest, placings.c.game, placings.c.ended)

# What follows from all rated results: one for each game, and one for each pace of it.
ratings = Table(
    "ratings",
    metadata,
    Column("guest", String, primary_key=True),
    Column("game", String, primary_key=True),
    Column("pace", String, primary_key=True),  # empty: all of them
    Column("mean", Float, nullable=False),
    Column("error", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),  # when the newest of the games was over
    sqlite_with_rowid=False,
)
Index("ratings_list", ratings.c.game, ratings.c.pace, ratings.c.mean)

# Games whose ratings have to be worked out again, because results have become somebody else's.
recounts = Table(
    "recounts",
    metadata,
    Column("game", String, primary_key=True),
    Column("number", Integer, nullable=False),  # of the first result that is concerned
    Column("wishes", Integer, nullable=False),  # how often that was asked for
)

# The first answer of everybody to each puzzle.
puzzle_answers = Table(
    "puzzle_answers",
    metadata,
    Column("guest", String, primary_key=True),
    Column("puzzle", String, primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("day", String, nullable=False, server_default=""),  # if it was the puzzle of that day
    Column("reported", BigInteger),  # when they said that something is wrong with it
    sqlite_with_rowid=False,
)

# Analyses that people keep: their files, which whoever knows the id may read.
analyses = Table(
    "analyses",
    metadata,
    Column("id", String, primary_key=True),
    Column("guest", String, nullable=False, index=True),
    Column("game", String, nullable=False),
    Column("title", String, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

# What was counted in finished games, for statistics.
tallies = Table(
    "tallies",
    metadata,
    Column("table_id", ForeignKey(tables.c.id), primary_key=True),
    Column("version", Integer, nullable=False),  # of what is counted
    Column("body", LargeBinary, nullable=False),
)

# One row, written to see whether the database can be written.
pulse = Table(
    "pulse",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
)

# Who sits where: the index that finds the tables of a guest.
seats = Table(
    "seats",
    metadata,
    Column("guest", String, primary_key=True),
    Column("table_id", ForeignKey(tables.c.id), primary_key=True, index=True),
    sqlite_with_rowid=False,
)

# Seats that are kept for somebody at a table that gathers: because a friend has invited them, because a league
# meets there, or because they wait for whoever comes (then nobody has kept it, and nobody waits twice).
places = Table(
    "places",
    metadata,
    Column("table_id", ForeignKey(tables.c.id, ondelete="CASCADE"), primary_key=True),
    Column("guest", String, primary_key=True, index=True),
    Column("seat", Integer),  # empty: any that is free
    Column("inviter", String, nullable=False, index=True),
    Column("at", BigInteger, nullable=False),
)
Index(
    "places_waiting",
    places.c.guest,
    unique=True,
    sqlite_where=places.c.inviter == "",
    postgresql_where=places.c.inviter == "",
)

# Who does not want to meet whom.
blocks = Table(
    "blocks",
    metadata,
    Column("guest", String, primary_key=True),
    Column("other", String, primary_key=True, index=True),
    Column("at", BigInteger, nullable=False),
)

# What people have complained about, for the host of the server.
reports = Table(
    "reports",
    metadata,
    Column("id", String, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("reporter", String, nullable=False, index=True),
    Column("guest", String, nullable=False, index=True),  # about whom
    Column("name", String, nullable=False),
    Column("table_id", String, nullable=False),  # which may be gone by now
    Column("said", Text, nullable=False),
    Column("why", Text, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
)

# A group that meets for some evenings.
leagues = Table(
    "leagues",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("game", String, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("limit_s", Integer, nullable=False),
    Column("evenings", Integer, nullable=False),
    Column("owner", String, nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
)

members = Table(
    "members",
    metadata,
    Column("league_id", ForeignKey(leagues.c.id, ondelete="CASCADE"), primary_key=True),
    Column("guest", String, primary_key=True, index=True),
    Column("name", String, nullable=False),
    Column("joined", BigInteger, nullable=False),
    Column("here", BigInteger, nullable=False, server_default="0"),  # when they last said that they are here tonight
)

# The tables of a league, each once; the result of one stays when the table is deleted.
evenings = Table(
    "evenings",
    metadata,
    Column("table_id", String, primary_key=True),
    Column("league_id", ForeignKey(leagues.c.id, ondelete="CASCADE"), nullable=False, index=True),
    Column("number", Integer, nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("result", Text),  # JSON; empty: not over yet
)
