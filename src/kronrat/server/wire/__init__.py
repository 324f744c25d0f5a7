"""What server and browser say to each other. These types are the contract; everything travels as JSON.

A browser opens one WebSocket for the table it shows, `/ws/{table}?seat=N`, and is told the whole table at once: `Full`.
After that come `Delta`s, each naming the version before it; a client that misses one asks for `Full` again with `Look`.
Every command has an `id` that the client makes up; sent twice, it is carried out once. The answer to a command is
`Done` or `Refused` with the same id, and comes after the deltas that the command caused.

Where the rules have a clock, every `Full` and `Delta` has it as `clock`, in milliseconds counted from the message, so
that the browser's own clock does not matter. At such a table the server sends `Ping`s, which a client answers at once
with `Pong`: so the server learns the round trip without asking the client for a time.

Versions count the records of a table, one for each choice, chance answer, undo, and each change of seats, so that a
gap shows. A choice names the version its maker had seen; it is refused as `stale` only if the question to that seat has
changed since.
"""

from kronrat.server.wire.accounts import *
from kronrat.server.wire.base import *
from kronrat.server.wire.company import *
from kronrat.server.wire.games import *
from kronrat.server.wire.sockets import *
from kronrat.server.wire.study import *
from kronrat.server.wire.tables import *
