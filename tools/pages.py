"""What the documentation site shows beside docs/: a hook of MkDocs, called by `make docs`.

- The rules and rulings of every game, from the books in their boxes, with an anchor for each rule.
- A page of reference for every module of the public surface, from its docstrings.
- The notebooks of examples/, run while the site is built, with what they show.
- The papers at the root of the project, such as the changelog.
- Our typefaces and our mark.

Links between these files are those of the repository; here they are turned into links of the site. What the site does
not show, such as a source file, must exist all the same, and is named without a link.
"""

import json
import logging
import re
import subprocess
import sys
from functools import cache
from os.path import normpath, relpath
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from kronrat.box import box_ids, box_of
from kronrat.rulebook import books_of
from kronrat.words import Words

ROOT = Path(__file__).resolve().parents[1]
WEB = ROOT / "src" / "kronrat" / "web"
PAPERS = {"Changelog": "CHANGELOG.md", "Contributing": "CONTRIBUTING.md", "Security": "SECURITY.md",
          "Code of conduct": "CODE_OF_CONDUCT.md"}  # fmt: skip

LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^### (\S+-\S+) (.+)$", re.MULTILINE)
NOTEBOOKS = sorted((ROOT / "examples" / "notebooks").glob("*.ipynb"))
NAMED = re.compile(r"^- Rules: .*(?:\n  .*)*", re.MULTILINE)

log = logging.getLogger("mkdocs.hooks.pages")


def on_config(config: MkDocsConfig) -> None:
    """The menu: what is generated joins what mkdocs.yml lists."""
    nav: list[dict[str, Any]] = config.nav  # type: ignore[assignment]
    menu = {title: part for entry in nav for title, part in entry.items()}
    menu["Rules"][:0] = [_menu_of(game) for game in box_ids()]
    (reference,) = [entry for entry in menu["Library"] if "Reference" in entry]
    reference["Reference"] += [{module: _reference(module)} for module in surface()]
    menu["Library"] += [{_notebook_title(file): _notebook(file)} for file in NOTEBOOKS]
    menu["Make"] += [{title: paper.lower()} for title, paper in PAPERS.items()]


def on_files(files: Files, config: MkDocsConfig) -> None:
    made = {
        **{_site_path(file): _book_page(game, file) for game in box_ids() for file in _books(game)},
        **{_reference(module): _reference_page(module, names) for module, names in surface().items()},
        **{_notebook(file): _notebook_page(file) for file in NOTEBOOKS},
        **{paper.lower(): _text(ROOT / paper) for paper in PAPERS.values()},
    }
    for path, text in made.items():
        files.append(File.generated(config, path, content=text))
    for file in [WEB / "fonts.css", WEB / "favicon.svg", *sorted((WEB / "fonts").iterdir())]:
        files.append(File.generated(config, f"site/{file.relative_to(WEB).as_posix()}", abs_src_path=str(file)))


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Links of the repository as links of the site; examples are left as they are."""
    here = page.file.src_uri
    origin = {site: source for source, site in published().items()}.get(here, f"docs/{here}")

    def linked(found: re.Match[str]) -> str:
        picture, text, target, anchor = found.groups()
        if not target or ":" in target:
            return found[0]
        source = normpath(f"{Path(origin).parent.as_posix()}/{target}")
        if source in published() or source.startswith("docs/"):
            site = published().get(source, source.removeprefix("docs/"))
            return f"{picture}[{text}]({relpath(site, Path(here).parent)}{anchor or ''})"
        if not (ROOT / source).exists():
            log.warning("%s: there is no %s", origin, source)
        return text

    parts: list[str] = []
    end = 0
    for code in FENCED.finditer(markdown):
        parts += [LINK.sub(linked, markdown[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, LINK.sub(linked, markdown[end:])])


# -- where things go ---------------------------------------------------------------------------------------------------


def surface() -> dict[str, list[str]]:
    """The public names by module, as docs/surface.txt has them."""
    found: dict[str, list[str]] = {}
    for line in _text(ROOT / "docs" / "surface.txt").splitlines():
        if line.startswith("# "):
            found[line.removeprefix("# ")] = []
        elif line and not line.startswith(" "):
            found[list(found)[-1]].append(re.sub(r"^(?:class |def )?(\w+).*", r"\1", line))
    return found


def _reference(module: str) -> str:
    return f"reference/{module}.md"


def _reference_page(module: str, names: list[str]) -> str:
    return "\n\n".join([f"# {module}", *[f"::: {module}.{name}" for name in names]]) + "\n"


def _notebook(file: Path) -> str:
    return f"notebooks/{file.stem}.md"


def _notebook_title(file: Path) -> str:
    first: str = json.loads(_text(file))["cells"][0]["source"][0]
    return first.removeprefix("# ").strip()


def _notebook_page(file: Path) -> str:
    """Its cells, each program with what it shows; all of them are run first."""
    command = [sys.executable, str(ROOT / "tools" / "notebook.py"), str(file)]
    shown = iter(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
    parts: list[str] = []
    for cell in json.loads(_text(file))["cells"]:
        text = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(text)
            continue
        told = next(shown)
        drawn = [re.sub(r"\n\s*\n", "\n", told[kind]) for kind in ("text/html", "image/svg+xml") if kind in told]
        plain = [told[kind].rstrip() for kind in ("printed", "text/plain") if kind in told and not drawn]
        parts += [f"```python\n{text}\n```", *[f'<div class="shown">{one}</div>' for one in drawn]]
        parts += [f"```text\n{one}\n```" for one in plain]
    return "\n\n".join(parts) + "\n"


def _books(game: str) -> list[Path]:
    """The catalogue in every language, that of each part, and the rulings."""
    return [file for book in books_of(game) for file in sorted(book.glob("*.md"))]


def _site_path(file: Path) -> str:
    """Of a book: `rules/<game>/…`, without the folders between."""
    parts = file.relative_to(ROOT / "src" / "kronrat" / "games").parts
    return "/".join(["rules", *[part for part in parts if part not in ("book", "stories")]])


def _menu_of(game: str) -> dict[str, Any]:
    title = Words("en", game).say(f"game.{game}")
    return {title: [{_title(file): _site_path(file)} for file in _books(game)]}


def _title(file: Path) -> str:
    return _text(file).partition("\n")[0].removeprefix("# ")


@cache
def published() -> dict[str, str]:
    """What is shown although it lies outside docs/: its path in the repository -> its path on the site."""
    books = {file.relative_to(ROOT).as_posix(): _site_path(file) for game in box_ids() for file in _books(game)}
    return {**books, **{paper: paper.lower() for paper in PAPERS.values()}}


def _book_page(game: str, file: Path) -> str:
    """A book with the id of each rule as its anchor; rulings link to the rules that they are about."""
    text = HEADING.sub(r"### \1 \2 {: #\1 }", _text(file))
    if file.stem != "rulings":
        return text
    homes = {id: home for home in _books(game) if home.name == "rules.en.md" for id, _ in HEADING.findall(_text(home))}

    def linked(found: re.Match[str]) -> str:
        id = found[0]
        return f"[{id}]({relpath(homes[id], file.parent)}#{id})" if id in homes else id

    return NAMED.sub(lambda block: re.sub(rf"\b{box_of(game).prefix}\d?-[\w-]*\w", linked, block[0]), text)


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
