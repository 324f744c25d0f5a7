"""What others made and we ship is listed with licence, author and the right hash, and needs no other address."""

from __future__ import annotations

import hashlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import kronrat
from kronrat.box import box_ids, box_of

ROOT = Path(__file__).parents[2]
WEB = Path(kronrat.__file__).parent / "web"
TOOLS_OF_TESTS = Path(__file__).parent / "vendor"
LICENCES = {"MIT", "Apache-2.0", "OFL-1.1", "CC-BY-3.0", "MPL-2.0"}
SVG = "{http://www.w3.org/2000/svg}"


every_sprite = pytest.mark.parametrize(
    "folder", [WEB, *[box_of(game).web for game in box_ids() if (box_of(game).web / "vendor.toml").is_file()]], ids=str
)


def manifest(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "vendor.toml").read_text())


def listed(folder: Path) -> dict[str, str]:
    """Path -> hash of all files that the manifest of a folder names."""
    return {file["path"]: file["sha256"] for work in manifest(folder)["works"] for file in work["files"]}


@pytest.mark.parametrize("folder", [WEB, TOOLS_OF_TESTS], ids=["web", "tests"])
def test_every_work_has_an_author_and_a_licence_with_its_text(folder: Path) -> None:
    for work in manifest(folder)["works"]:
        assert work["licence"] in LICENCES, work["name"]
        assert work["author"]
        assert work["package"]
        assert re.fullmatch(r"\d+\.\d+\.\d+", work["version"])
        text = (folder / work["licence_text"]).read_text()
        assert work["licence_text"] in listed(folder)
        assert "licen" in text.lower()


@pytest.mark.parametrize("folder", [WEB, TOOLS_OF_TESTS], ids=["web", "tests"])
def test_every_file_has_the_hash_that_is_listed(folder: Path) -> None:
    for path, digest in listed(folder).items():
        assert hashlib.sha256((folder / path).read_bytes()).hexdigest() == digest, path


def test_no_file_of_others_is_missing_in_the_manifests() -> None:
    shipped = {
        path.relative_to(WEB).as_posix()
        for name in ("vendor", "fonts")
        for path in (WEB / name).rglob("*")
        if path.is_file() and not path.name.endswith(".d.ts")  # our words on what we use of it
    }
    assert shipped <= listed(WEB).keys()
    beside = {path.name for path in TOOLS_OF_TESTS.iterdir()} - {"vendor.toml"}
    assert beside == listed(TOOLS_OF_TESTS).keys()


def test_the_tool_agrees() -> None:
    subprocess.run([sys.executable, ROOT / "tools" / "vendor"], check=True)


def test_scripts_import_only_files_that_lie_beside_them() -> None:
    for script in (WEB / "vendor").glob("*.js"):
        for name in re.findall(r'(?:from|import) ?"([^"]+)"', script.read_text()):
            assert name.startswith("./"), f"{script.name} imports {name}"
            assert (script.parent / name).is_file()


@every_sprite
def test_the_icons_of_others_are_credited_one_by_one(folder: Path) -> None:
    sprite = ElementTree.parse(folder / "sprite.svg")
    symbols = {symbol.get("id") for symbol in sprite.iter(f"{SVG}symbol")}
    credited = manifest(folder)["icons"]
    assert credited
    for icon in credited:
        assert icon["id"] in symbols
        assert icon["source"]
        assert icon["author"]
        assert icon["licence"] == "CC-BY-3.0"
    drawn_by_others = {icon["id"] for icon in credited}
    assert symbols - drawn_by_others == set(manifest(folder)["own"])


@every_sprite
def test_a_sprite_has_no_inline_style_which_the_page_forbids(folder: Path) -> None:
    for element in ElementTree.parse(folder / "sprite.svg").iter():
        assert "style" not in element.attrib
        assert not element.tag.endswith("style")


def test_every_typeface_that_a_style_names_is_shipped() -> None:
    named = set(re.findall(r"url\((fonts/[^)]+)\)", (WEB / "fonts.css").read_text()))
    assert named == {path for path in listed(WEB) if path.startswith("fonts/")}


def test_no_page_asks_another_address() -> None:
    for path in [*WEB.glob("*.js"), *WEB.glob("*/*.js"), *WEB.glob("*.css"), WEB / "index.html"]:
        found = [a for a in re.findall(r"https?://[\w.-]+", path.read_text()) if "www.w3.org" not in a]
        assert path.parent.name == "vendor" or not found, f"{path.name} names {found}"
