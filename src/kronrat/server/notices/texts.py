"""What a notice says: which game, what is the matter, until when, and where to answer. Nobody's name, nobody's move."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlsplit

import msgspec
from babel.dates import format_datetime

from kronrat.server.notices.mail import Letter
from kronrat.server.notices.owed import Item, headlines
from kronrat.server.notices.wishes import Wishes
from kronrat.words import Words, languages

MOST_LINES = 10
# How an address of somebody's own wants it: everything for programs, or a sentence for people.
FORMS = ("json", "text", "discord")


@dataclass(frozen=True)
class Notice:
    """What is told at once, ready for every way there is."""

    title: str
    lines: tuple[str, ...]
    path: str  # where it leads to on this server
    facts: tuple[dict[str, Any], ...]  # for programs, the most urgent first
    due: int = 0  # after that it is of no use
    ids: tuple[str, ...] = ()  # of everything that is told, which is more than is said where a table has several news

    @property
    def text(self) -> str:
        return "\n".join(self.lines)


def compose(items: Sequence[Item], wishes: Wishes) -> Notice:
    """One notice for all of these."""
    words = words_of(wishes)
    shown = headlines(items)
    lines = [_line(words, item, wishes) for item in shown[:MOST_LINES]]
    if len(shown) > MOST_LINES:
        lines.append(words.say("notice.more", n=len(shown) - MOST_LINES))
    first = shown[0]
    if len(shown) == 1:
        title = words.say(f"notice.title.{first.event}", game=first.game)
    else:
        title = words.say("notice.title.several", n=len(shown))
    path = _path(first) if len(shown) == 1 else "/turns"
    facts, due = tuple([_facts(item) for item in shown]), max([item.due for item in shown])
    return Notice(title, tuple(lines), path, facts, due, tuple([item.id for item in items]))


def trial(wishes: Wishes) -> Notice:
    """What is told to see whether it arrives."""
    words = words_of(wishes)
    return Notice(words.say("notice.title.test"), (words.say("notice.test"),), "/me", ({"event": "test"},))


def words_of(wishes: Wishes) -> Words:
    return Words(wishes.lang if wishes.lang in languages() else "en")


def _line(words: Words, item: Item, wishes: Wishes) -> str:
    said = words.say(f"notice.{item.event}", game=item.game)
    if item.due and item.event in ("turn", "time", "dropped"):
        at = datetime.fromtimestamp(item.due / 1_000, UTC)
        shown = format_datetime(at, words.say("notice.date"), tzinfo=wishes.here, locale=words.lang)
        said = words.say("notice.until", said=said, when=shown)
    return said


def _path(item: Item) -> str:
    return f"/t/{item.table}"


def _facts(item: Item) -> dict[str, Any]:
    due = datetime.fromtimestamp(item.due / 1_000, UTC).isoformat(timespec="seconds") if item.due else None
    return {"event": item.event, "game": item.game, "table": item.table, "path": _path(item), "due": due}


# -- for each way there is ---------------------------------------------------------------------------------------------


def for_browser(notice: Notice) -> bytes:
    """What our service worker shows. A newer notice of the same table takes the place of the older one."""
    first = notice.facts[0]
    tag = first.get("table", "") if len(notice.facts) == 1 else "turns"
    return msgspec.json.encode({"title": notice.title, "body": notice.text, "path": notice.path, "tag": tag})


def for_mail(notice: Notice, to: str, origin: str, wishes: Wishes, stop_page: str, stop: str) -> Letter:
    words = words_of(wishes)
    text = words.say("notice.mail", text=notice.text, link=origin + notice.path, stop=stop_page)
    return Letter(to, notice.title, text, stop)


def confirmation(to: str, link: str, origin: str, wishes: Wishes) -> Letter:
    words = words_of(wishes)
    host = urlsplit(origin).netloc
    return Letter(to, words.say("notice.confirm.title", host=host), words.say("notice.confirm", host=host, link=link))


def form_of(address: str) -> str:
    """The form that an address is known to want."""
    parts = urlsplit(address)
    host = (parts.hostname or "").lower()
    if host in ("discord.com", "discordapp.com") or host.endswith((".discord.com", ".discordapp.com")):
        return "discord"
    return "text" if "ntfy" in host.split(".") else "json"


def for_hook(notice: Notice, form: str, origin: str) -> tuple[dict[str, str], bytes]:
    """Headers and body for an address of somebody's own."""
    link = origin + notice.path
    named = {"Kronrat-Notice": ",".join(notice.ids)}
    if form == "text":
        headers = {"Content-Type": "text/plain; charset=utf-8", "Title": notice.title, "Click": link}
        return {**named, **headers}, notice.text.encode()
    if form == "discord":
        body: dict[str, Any] = {
            "content": f"**{notice.title}**\n{notice.text}\n{link}",
            "allowed_mentions": {"parse": []},
        }
    else:
        first, *more = [_with_url(fact, origin) for fact in notice.facts]
        body = {**first, "more": more} if more else first
    return {**named, "Content-Type": "application/json"}, msgspec.json.encode(body)


def _with_url(fact: dict[str, Any], origin: str) -> dict[str, Any]:
    return {**{name: value for name, value in fact.items() if name != "path"}, "url": origin + fact.get("path", "/me")}
