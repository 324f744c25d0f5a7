"""Types from the rules to the page: strict, hardly an `any`, and a key that is renamed in a view fails at once."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kronrat
from kronrat.box import box_ids, box_of
from kronrat.server.pages import PLAIN, WEB

ROOT = Path(__file__).parents[2]
TSC = Path(sys.executable).parent / "tsc"
MOST = 10

# In a type, not in a sentence: behind one of these signs, with no word behind it.
ANY = re.compile(r"[{<(|&=:,]\s*any\b(?! \w)|\bany\[\]|\{Object\}|\{Function\}|Object<")
REASON = re.compile(r"\bany: \w+")

DRAWN = [game for game in box_ids() if box_of(game).has_page_drawing]


def scripts() -> list[Path]:
    folders = [WEB, WEB / "vendor", PLAIN, *[box_of(game).web for game in DRAWN]]
    found = [file for folder in folders for file in (*folder.glob("*.js"), *folder.glob("*.d.ts"))]
    return [file for file in found if file.parent.name != "vendor" or file.name.endswith(".d.ts")]


def test_hardly_anything_is_any_and_each_has_its_reason() -> None:
    lines = [line for file in scripts() for line in file.read_text(encoding="utf-8").splitlines() if ANY.search(line)]
    assert len(lines) <= MOST, lines
    assert [line for line in lines if not REASON.search(line)] == []


def test_the_compiler_is_strict() -> None:
    options = json.loads((ROOT / "tsconfig.json").read_text(encoding="utf-8"))["compilerOptions"]
    assert options["strict"] is True
    assert [name for name, value in options.items() if value is False] == []


def problems(folder: Path) -> str:
    """What the compiler says about a copy of the page."""
    (folder / "tsconfig.json").write_text((ROOT / "tsconfig.json").read_text(encoding="utf-8"), encoding="utf-8")
    return subprocess.run([TSC, "-p", folder], capture_output=True, text=True, check=False).stdout


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts in a folder of their own, in which types can be changed."""
    folder = tmp_path_factory.mktemp("page")
    house = Path(kronrat.__file__).parent
    for web in (WEB, *[box_of(game).web for game in DRAWN if box_of(game).web.is_relative_to(house)]):
        kept = shutil.ignore_patterns("*.woff2", "*.svg", "*.css", "fonts", "licences")
        shutil.copytree(web, folder / "src" / "kronrat" / web.relative_to(house), ignore=kept)
    return folder


@pytest.mark.full
@pytest.mark.skipif(not TSC.exists(), reason="the compiler of types could not be installed")
def test_the_page_of_the_guide_has_no_type_wrong(copied: Path) -> None:
    guide = (ROOT / "docs" / "guides" / "add-a-page.md").read_text(encoding="utf-8")
    (script,) = re.findall(r"```js\n(.*?)```", guide, flags=re.DOTALL)
    page = copied / "src" / "kronrat" / "web" / "hello.js"
    page.write_text(script, encoding="utf-8")
    said = problems(copied)
    page.write_text(script.replace("{ id }", "{ name_of_it }"), encoding="utf-8")
    assert ("hello.js" in said, "hello.js" in problems(copied)) == (False, True), said
    page.unlink()


@pytest.mark.full
@pytest.mark.skipif(not TSC.exists(), reason="the compiler of types could not be installed")
def test_a_renamed_key_of_a_view_fails(copied: Path) -> None:
    written = list(copied.glob("src/kronrat/games/*/web/types.d.ts"))
    assert written
    for file in written:
        text = file.read_text(encoding="utf-8")
        assert text.count("\n  phase: ") >= 1
        head, view, rest = text.partition("export type View = {\n")
        file.write_text(head + view + rest.replace("  phase: ", "  stretch: ", 1), encoding="utf-8")
    said = problems(copied)
    for file in written:
        assert re.search(rf"games/{file.parent.parent.name}/web/.*'phase'", said), said
