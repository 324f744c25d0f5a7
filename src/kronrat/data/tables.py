"""Reading the tables of a game: the files in its `data/` folder, and a folder with an owner's corrections."""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from kronrat.data.entry import PROVENANCE, Entry
from kronrat.data.shapes import Misshapen, plain, read

Fields = dict[str, Any]
Rows = dict[str, dict[str, Fields]]
Override = Path | str | Rows  # a folder of corrections, or the corrections themselves

SHIPPED_SOURCES = ("rulebook", "public", "reconstruction")
OVERRIDE_SOURCES = (*SHIPPED_SOURCES, "owner")

TYPED = Path("corrections")  # what stands for a file where there is none

_ID = re.compile(r"[a-z][a-z0-9_]*")


class DataError(ValueError):
    """A data file that cannot be used: one line that names the file, the entry and the problem."""

    def __init__(self, file: Path | str, entry: str, problem: str) -> None:
        self.file = str(file)
        self.entry = " ".join(entry.split())
        self.problem = " ".join(problem.split())
        place = f"{self.file} [{self.entry}]" if self.entry else self.file
        super().__init__(f"{place}: {self.problem}")


@dataclass(frozen=True)
class Tables:
    """All that is printed on the components of one game: table -> entry -> plain fields, in file order."""

    rows: Rows
    digest: str

    def reconstructed(self) -> list[tuple[str, str]]:
        """The entries that must be shown as not (or not wholly) known."""
        return [
            (table, entry)
            for table, entries in self.rows.items()
            for entry, fields in entries.items()
            if is_reconstructed(fields) or fields["reconstructed"]
        ]


def is_reconstructed(fields: Mapping[str, Any]) -> bool:
    """Whether any figure of an entry was made up to fit instead of read off a print."""
    return "reconstruction" in (fields["source"], *fields["sources"].values())


def source_of(fields: Fields, name: str) -> str:
    """Where one figure of an entry comes from."""
    source: str = fields["sources"].get(name, fields["source"])
    return source


def load_tables(
    folder: Path, schema: ModuleType | None, override: Override | None = None, parts: Sequence[Path] = ()
) -> Tables:
    """The tables in `folder`, with the entries that the folder or the rows `override` correct; raises DataError.

    The folders `parts` hold further entries, which follow those of `folder` in the same tables.

    The module `schema` says what they look like: TABLES names the kind of entry of each; it may have FIXED, what an
    override cannot change, OURS, what is printed nowhere, and `check`, which finds what is wrong between entries. A
    game without printed figures has no schema.

    Where reconstructed figures were tuned, the tables hold those of the newest profile; a table for each older one,
    such as `recon_1`, holds the entries as they were: `tables.entry` is what `entry` of `tables` was.
    """
    if schema is None:
        if override is not None:
            source = TYPED if isinstance(override, dict) else override
            raise DataError(source, "", "this game has no component data to correct")
        return Tables({}, _digest({}))
    kinds: dict[str, type[Entry]] = schema.TABLES
    fixed: dict[str, tuple[str, ...]] = getattr(schema, "FIXED", {})
    tuned: dict[str, str] = getattr(schema, "TUNED", {})
    files = {table: _files_of(table, folder, parts) for table in kinds}
    homes: dict[tuple[str, str], Path] = {}
    raw = {table: _joined(table, files[table], homes) for table in kinds}
    older = {old: _tuned(folder / new, raw) for old, new in tuned.items()}
    rows: Rows = {table: {} for table in kinds}
    for (table, entry), file in homes.items():
        rows[table] |= _checked(kinds[table], {entry: raw[table][entry]}, file)
    blame: dict[tuple[str, str], Path] = {}
    for table, entry, changes, file in _changes(override, raw):
        changed = _checked(kinds[table], {entry: _merged(raw[table][entry], changes)}, file)[entry]
        for foreign in sorted(changed.keys() - rows[table][entry].keys()):
            raise DataError(file, entry, f"unknown field '{foreign}': it has no meaning here")
        for name in fixed.get(table, ()):
            if changed[name] != rows[table][entry][name]:
                raise DataError(file, entry, f"{name}: cannot be changed, because the rules depend on it")
        rows[table][entry] = changed
        blame[table, entry] = file
        for entries in older.values():  # what the owner of a copy has read off it is true in every profile
            name = f"{table}.{entry}"
            if name in entries:
                entries[name] = _merged(entries[name], changes)
    wrong: Iterator[tuple[str, str, str]] = schema.check(rows) if hasattr(schema, "check") else iter(())
    for table, entry, problem in sorted(wrong, key=lambda found: found[:2] not in blame):
        raise DataError(blame.get((table, entry)) or homes.get((table, entry)) or files[table][0], entry, problem)
    for old, entries in older.items():
        rows[old] = {}
        for name, fields in entries.items():
            table, _, entry = name.partition(".")
            file = blame.get((table, entry), homes[table, entry])
            rows[old][name] = _checked(kinds[table], {entry: fields}, file)[entry]
    return Tables(rows, _digest(rows))


def _files_of(table: str, folder: Path, parts: Sequence[Path]) -> list[Path]:
    """The files that hold the entries of a table; that of the game itself if no part has one."""
    found = [part / f"{table}.toml" for part in (folder, *parts)]
    return [file for file in found if file.is_file()] or found[:1]


def _joined(table: str, files: list[Path], homes: dict[tuple[str, str], Path]) -> dict[str, Fields]:
    """The entries of a table from all its files; `homes` collects which file each is from."""
    entries: dict[str, Fields] = {}
    for file in files:
        for entry, fields in _read(file, SHIPPED_SOURCES).items():
            if entry in entries:
                raise DataError(file, entry, f"there already is such an entry in {table}")
            entries[entry] = fields
            homes[table, entry] = file
    return entries


def _tuned(folder: Path, raw: Rows) -> dict[str, Fields]:
    """Put the figures of a newer profile into the tables, reconstructed ones only, and return what was there."""
    older: dict[str, Fields] = {}
    for table, entry, changes, file in _changes(folder, raw):
        old = {"sources": {}, "note": "", **raw[table][entry]}
        for name in changes.keys() - PROVENANCE:
            if source_of(old, name) != "reconstruction":
                raise DataError(file, entry, f"{name}: a profile changes reconstructed figures only")
        older[f"{table}.{entry}"] = old
        raw[table][entry] = _deep(old, {**changes, "note": f"{old['note']} {changes['note']}"})
    return older


def _read(file: Path, sources: tuple[str, ...]) -> dict[str, Fields]:
    """The entries of one file, unchecked."""
    try:
        entries = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(file, "", f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise DataError(file, "", "is not UTF-8 text") from None
    except (ValueError, RecursionError) as error:  # plain ValueErrors for huge numbers and deep nesting
        raise DataError(file, "", f"is not valid TOML: {error}") from None
    for entry, fields in entries.items():
        if not _ID.fullmatch(entry):
            raise DataError(file, entry, "an id has lower-case letters, digits and underscores only")
        if not isinstance(fields, dict):
            raise DataError(file, entry, "a table of fields is expected")
        if fields.get("source", sources[0]) not in sources:
            raise DataError(file, entry, f"source {fields['source']!r} is not one of {', '.join(sources)}")
    return entries


def _checked(kind: type[Entry], entries: dict[str, Fields], file: Path) -> dict[str, Fields]:
    """Entries checked against their kind, with defaults for the fields they leave out."""
    checked: dict[str, Fields] = {}
    for entry, fields in entries.items():
        try:
            checked[entry] = plain(read(fields, kind))
        except Misshapen as error:
            raise DataError(file, entry, str(error)) from None
        for name in checked[entry]["sources"].keys() - checked[entry].keys():
            raise DataError(file, entry, f"sources: there is no figure '{name}'")
    return checked


def _changes(override: Override | None, raw: Rows) -> Iterator[tuple[str, str, Fields, Path]]:
    """What an override changes: (table, entry, fields, file)."""
    if override is None:
        return
    if isinstance(override, dict):
        for table, entries in override.items():
            if table not in raw:
                raise DataError(TYPED, "", f"there is no table '{table}'; the tables are {', '.join(raw)}")
            for entry, fields in entries.items():
                if entry not in raw[table]:
                    raise DataError(TYPED, entry, f"there is no such entry in {table}")
                yield table, entry, fields, TYPED
        return
    for file in _override_files(Path(override), list(raw)):
        for entry, fields in _read(file, OVERRIDE_SOURCES).items():
            if entry not in raw[file.stem]:
                raise DataError(file, entry, f"there is no such entry in {file.stem}")
            yield file.stem, entry, fields, file


def override_rows(folder: Path) -> Rows:
    """The corrections in a folder, as they are written there; raises DataError."""
    files = sorted(file for file in folder.glob("*.toml"))
    if not files:
        raise DataError(folder, "", "holds no .toml file")
    return {file.stem: _read(file, OVERRIDE_SOURCES) for file in files}


def _override_files(folder: Path, tables: list[str]) -> list[Path]:
    try:
        files = sorted(file for file in folder.iterdir() if file.suffix == ".toml")
    except OSError as error:
        raise DataError(folder, "", f"cannot be read: {error.strerror}") from None
    known = ", ".join(tables)
    if not files:
        raise DataError(folder, "", f"holds no .toml file; the tables are {known}")
    for file in files:
        if file.stem not in tables:
            raise DataError(file, "", f"there is no table '{file.stem}'; the tables are {known}")
    return files


def _merged(entry: Fields, changes: Fields) -> Fields:
    """An entry with some figures replaced. The new figures are the owner's; the others keep their sources.

    A group of figures is the owner's when all of it is replaced. The old note was about the old figures and is
    dropped. An override that names a source means the whole entry.
    """
    old = {"sources": {}, **entry}
    sources: dict[str, str] = old["sources"]
    if "source" not in changes:
        sources = {name: source_of(old, name) for name in entry if name not in PROVENANCE}
    kept = {name: source for name, source in sources.items() if not _replaced(entry.get(name), changes.get(name))}
    return _deep({**entry, "source": "owner", "sources": kept, "note": ""}, changes)


def _replaced(old: Any, new: Any) -> bool:
    """Whether nothing of an old figure, or of a group of them, is left."""
    in_part = isinstance(old, dict) and isinstance(new, dict) and old.keys() - new.keys()
    return new is not None and not in_part


def _deep(fields: Fields, changes: Fields) -> Fields:
    """Fields with some of them replaced; inside a nested table, too, only what is named."""
    merged = dict(fields)
    for name, value in changes.items():
        old = merged.get(name)
        merged[name] = _deep(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return merged


def _digest(rows: Rows) -> str:
    """A fingerprint of all that a rule can read: figures and the order of entries, without provenance."""
    figures = [
        [table, entry, {name: value for name, value in fields.items() if name not in PROVENANCE}]
        for table, entries in rows.items()
        for entry, fields in entries.items()
    ]
    text = json.dumps(figures, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()
