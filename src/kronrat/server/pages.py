"""Pages and files: one shell for all pages that scripts draw, and the credits, which need none."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache
from html import escape
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

import kronrat
from kronrat.box import box_ids, box_of
from kronrat.words import Words, languages

WEB = Path(kronrat.__file__).parent / "web"
PLAIN = WEB / "plain"
SHELL = (WEB / "index.html").read_text(encoding="utf-8")
# The pages that scripts draw are listed in the shell, once for the server and for them.
PATHS = tuple(path for page in re.findall(r'<meta name="page" content="([^"]+)"', SHELL) for path in page.split())


# What readers and the checker of types need, and browsers do not.
_COMMENTS = {".js": re.compile(r"/\*\*.*?\*/", re.DOTALL), ".css": re.compile(r"/\*.*?\*/", re.DOTALL)}


@lru_cache(maxsize=512)
def _content(file: Path, changed: float) -> bytes:
    """A file as it was when it had last `changed`; all of them together are small."""
    return file.read_bytes()


@cache
def without_comments(file: Path, changed: float) -> str:
    """A script or a sheet as browsers get it, up to a quarter shorter; its lines keep their numbers. It was last
    `changed` then.
    """
    text = file.read_text(encoding="utf-8")
    return _COMMENTS[file.suffix].sub(lambda comment: "\n" * comment.group().count("\n"), text)


class _Revalidated(StaticFiles):
    """Browsers keep the files and ask whether they are still the same, so that a new version is seen at once."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        kept = path.startswith(("fonts/", "vendor/"))
        response.headers.setdefault("cache-control", "max-age=604800" if kept else "no-cache")
        if isinstance(response, FileResponse) and response.status_code == 200:
            file = Path(response.path)
            read = without_comments if Path(path).suffix in _COMMENTS and not kept else _content
            headers = {name: response.headers[name] for name in ("cache-control", "etag", "last-modified")}
            return Response(read(file, file.stat().st_mtime), media_type=response.media_type, headers=headers)
        return response


def static_files() -> StaticFiles:
    return _Revalidated(directory=WEB)


def files_of(game: str) -> StaticFiles:
    """What the page needs to draw a game: the files of its box, and the plain drawing's for those it does not bring."""
    files = _Revalidated(directory=PLAIN)
    files.all_directories = [folder for folder in (box_of(game).web, PLAIN) if folder.is_dir()]
    return files


async def shell(_: Request, status: int = 200) -> Response:
    return HTMLResponse(SHELL, status, headers={"cache-control": "no-cache"})


async def service_worker(_: Request) -> Response:
    """From the root, so that it may speak for all pages; asked for anew each time, so that it is never an old one."""
    script = WEB / "sw.js"
    text = without_comments(script, script.stat().st_mtime)
    return Response(text, media_type="text/javascript", headers={"cache-control": "no-cache"})


async def manifest(_: Request) -> Response:
    """What a system needs to know to have the page among its programs."""
    text = (WEB / "app.webmanifest").read_bytes()
    return Response(text, media_type="application/manifest+json", headers={"cache-control": "no-cache"})


async def credits(request: Request) -> Response:
    """The works of others that we use: names, authors, licences, hashes."""
    lang = request.query_params.get("lang", "")
    if lang not in languages():
        accepted = request.headers.get("accept-language", "")
        lang = "de" if accepted.lower().startswith("de") else "en"
    return HTMLResponse(_credits(lang), headers={"cache-control": "no-cache"})


@cache
def _credits(lang: str) -> str:
    words = Words(lang)
    manifests = [_manifest(WEB), *[_manifest(box_of(game).web) for game in box_ids()]]
    works = "\n".join([_work(words, work) for manifest in manifests for work in manifest.get("works", [])])
    icons = "\n".join(dict.fromkeys([_icon(icon) for manifest in manifests for icon in manifest.get("icons", [])]))
    say = words.say
    return f"""<!doctype html>
<html lang="{lang}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>{escape(say("web.credits.title"))} · Kronrat</title>
    <link rel="icon" href="/static/favicon.svg" type="image/svg+xml" />
    <link rel="stylesheet" href="/static/fonts.css" />
    <link rel="stylesheet" href="/static/tokens.css" />
    <link rel="stylesheet" href="/static/ui.css" />
    <link rel="stylesheet" href="/static/credits.css" />
  </head>
  <body class="document">
    <main>
      <p><a href="/">Kronrat</a></p>
      <h1>{escape(say("web.credits.title"))}</h1>
      <p>{escape(say("web.credits.unofficial"))}</p>
      <h2>{escape(say("web.credits.works"))}</h2>
      <ul>
{works}
      </ul>
      <h2>{escape(say("web.credits.icons"))}</h2>
      <p>{escape(say("web.credits.icons_text"))}</p>
      <ul class="icons">
{icons}
      </ul>
    </main>
  </body>
</html>
"""


def _manifest(folder: Path) -> dict[str, Any]:
    """The works of others in this folder; a game that uses none has no manifest."""
    file = folder / "vendor.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _work(words: Words, work: dict[str, Any]) -> str:
    files = "".join([f"<li><code>{escape(f['path'])}</code> <code>{f['sha256']}</code></li>" for f in work["files"]])
    changed = (
        f"<p>{escape(words.say('web.credits.changed'))}: {escape(work['changed'])}</p>" if "changed" in work else ""
    )
    licence = escape(work["licence"])
    if "licence_text" in work:
        licence = f'<a href="/static/{escape(work["licence_text"])}">{licence}</a>'
    return (
        f"<li><strong>{escape(work['name'])}</strong> {escape(work['version'])}, {escape(work['author'])}, {licence}"
        f"{changed}<details><summary>SHA-256</summary><ul>{files}</ul></details></li>"
    )


def _icon(icon: dict[str, Any]) -> str:
    return (
        f"<li>{escape(icon['id'])}: {escape(icon['source'])}, {escape(icon['author'])}, {escape(icon['licence'])}</li>"
    )
