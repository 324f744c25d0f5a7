"""`kronrat serve`: the web server with its tables."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO, TypeVar
from urllib.parse import urlsplit

import uvicorn

from kronrat.cli.errors import Refused
from kronrat.server import garbage, logs, vitals, wire
from kronrat.server.app import Server
from kronrat.server.engine import address, is_postgres
from kronrat.server.lines import lines_for
from kronrat.server.settings import PREFIX, BadSetting, Settings
from kronrat.server.store import StoreUnavailable

T = TypeVar("T")
FIRST_PORT = 8080
PORTS_TRIED = 20
FAREWELL_S = 2  # time for open connections to end with the server
SWITCH_S = 0.001  # how long a thread beside the loop may keep the interpreter to itself
OPENING_S = 15  # how long the browser waits for the server


def run(
    host: str,
    port: int | None,
    database: str | None,
    data_dir: Path | None,
    public_url: str,
    durable: bool,
    bot_pause_ms: int,
    look: bool,
    think_ms: float | None = None,
    longest_think_s: int = Settings.longest_think_s,
    told: Mapping[str, Any] | None = None,
) -> None:
    """Serve; `told` are the settings of a file."""
    _check_url(public_url)
    settings = Settings(
        public_url=public_url, bot_pause_ms=bot_pause_ms, bot_ms=think_ms, longest_think_s=longest_think_s
    )
    settings = _with_all(settings, told or {})
    logs.begin(settings.log_level, settings.log_format)
    with contextlib.ExitStack() as held:
        database = database_of(database, data_dir)
        file = file_of(database)
        if file is not None:
            held.enter_context(lock(file))
        listening = held.enter_context(_listen(host, port))
        server = Server(database, settings, durable)
        address = _address(host, listening.getsockname()[1])
        print(f"Kronrat: {public_url or address}  (Ctrl-C ends it)", flush=True)
        if look:
            threading.Thread(target=_show, args=(address,), daemon=True).start()
        try:
            run_loop(serve(server, listening))
        except StoreUnavailable as problem:
            raise Refused(f"the database cannot be used: {problem}") from problem
        except KeyboardInterrupt:
            pass


def _with_all(settings: Settings, told: Mapping[str, Any]) -> Settings:
    """The settings of the file and of the environment too; whatever has an option of its own is said with that."""
    options = {f"{PREFIX}{name}" for name in ("PUBLIC_URL", "BOT_PAUSE_MS", "BOT_MS", "LONGEST_THINK_S")}
    given = {name: text for name, text in os.environ.items() if name not in options}
    try:
        return settings.with_file(told).with_environment(given)
    except BadSetting as problem:
        raise Refused(str(problem)) from problem


def configured(server: Server) -> uvicorn.Config:
    """How uvicorn is to run it."""
    requests, line = lines_for(server.settings)
    return uvicorn.Config(
        server.app(),
        http=requests,
        log_config=None,
        access_log=server.settings.access_log,
        lifespan="on",
        ws=line,
        ws_max_size=4 * wire.MESSAGE_BYTES,  # a sign of our own limit may take four bytes
        ws_per_message_deflate=False,  # costs more memory for each connection than a table does
        proxy_headers=bool(server.settings.public_url),
        server_header=False,
        timeout_graceful_shutdown=FAREWELL_S,
    )


def run_loop(work: Coroutine[Any, Any, T]) -> T:
    """Run this in an event loop that is made for many connections."""
    vitals.allow_many_connections()
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(work)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The quickest loop that is installed; None is Python's own, which does as well with fewer connections."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def serve(server: Server, listening: socket.socket) -> None:
    """Serve until told to stop."""
    await server.hub.store.check()
    garbage.settle()
    sys.setswitchinterval(SWITCH_S)
    passed = server.hub.office.metrics.note_pass
    collecting = asyncio.create_task(garbage.collect(lambda: bool(server.connections.total()), passed))
    try:
        async with _metrics_beside(server):
            await uvicorn.Server(configured(server)).serve(sockets=[listening])
    finally:
        collecting.cancel()


@contextlib.asynccontextmanager
async def _metrics_beside(server: Server) -> AsyncIterator[None]:
    """Answer with metrics at a port of their own, if there is one."""
    port = server.settings.metrics_port
    if not port:
        yield
        return
    with _listen(server.settings.metrics_host, port) as listening:
        access = server.settings.access_log  # of both servers: uvicorn has one logger for them
        beside = _Beside(uvicorn.Config(server.pulse.metrics_app(), log_config=None, access_log=access, lifespan="off"))
        serving = asyncio.create_task(beside.serve(sockets=[listening]))
        try:
            yield
        finally:
            beside.should_exit = True
            await serving


class _Beside(uvicorn.Server):
    """A second server, which leaves signals to the first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _check_url(url: str) -> None:
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.netloc or parts.path.strip("/")):
        raise Refused(f"--public-url is an address such as https://kronrat.example, not {url!r}")


def _home() -> Path:
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "kronrat"


def database_of(database: str | None, data_dir: Path | None) -> str:
    """The address of the database that these options mean."""
    return database or f"sqlite:///{(data_dir or _home()) / 'kronrat.db'}"


def file_of(database: str) -> Path | None:
    """The file of a SQLite database, however its address is written."""
    try:
        url = address(database)
    except ValueError as problem:
        raise Refused(str(problem)) from problem
    return None if is_postgres(url) else Path(str(url.database)).absolute()


@contextlib.contextmanager
def lock(file: Path) -> Iterator[None]:
    """A SQLite file serves one process; a second one is refused at once, before it can do harm."""
    folder = file.parent
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = file.resolve().with_name(f"{file.resolve().name}.lock").open("w")
    except OSError as problem:
        raise Refused(f"{folder} cannot be used: {problem.strerror}") from problem
    with held:
        try:
            _take(held)
        except OSError as problem:
            raise Refused(f"another Kronrat runs with {folder}; choose another --data-dir or --database") from problem
        yield


def _take(held: TextIO) -> None:
    """Lock an open file for as long as it is open; raises OSError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(held.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _listen(host: str, port: int | None) -> socket.socket:
    """A listening socket; if no port is given, on the first one that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    tried = range(FIRST_PORT, FIRST_PORT + PORTS_TRIED) if port is None else [port]
    problem: OSError | None = None
    for candidate in tried:
        try:
            return socket.create_server((host, candidate), family=family, backlog=512)
        except OSError as refused:
            problem = refused
        except OverflowError:
            raise Refused(f"{candidate} is not a port") from None
    reason = problem.strerror if problem and problem.strerror else problem
    raise Refused(f"cannot listen on {host}, port {tried[0]}: {reason}")


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("", "0.0.0.0") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _show(address: str) -> None:
    """Open the lobby in the browser once the server answers."""
    end = time.monotonic() + OPENING_S
    while time.monotonic() < end:
        try:
            with urllib.request.urlopen(f"{address}healthz", timeout=1):
                webbrowser.open(address)
                return
        except OSError:
            time.sleep(0.2)
