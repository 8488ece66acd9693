"""`new card`: a definition of any kind, added to the file with others of its kind.

Decides what to ask, and in which file the definition goes. Its initial values come from
`default_values`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from cardwright.api import available_modules
from cardwright.board.declarations import Field, Thing
from cardwright.games import Rules
from cardwright.language.inflection import article
from cardwright.pack.files.manifest import Manifest, modules_adding
from cardwright.pack.files.modules import with_needed
from cardwright.pack.files.pack_files import SCENARIO_FOLDER, content_files
from cardwright.source.diagnostics import Report
from cardwright.source.real_paths import is_inside, real_path
from cardwright.source.spelling import did_you_mean
from cardwright_tools.new.default_values import (
    CARRIED,
    Example,
    FieldPrompt,
    cards_of_list,
    carried_example,
    keys_of,
    kinds_of_cards,
    kinds_to_add,
    pieces_of,
    required_fields,
    slots_of,
)
from cardwright_tools.new.field_values import checked_value, typed_value, without_brackets
from cardwright_tools.new.files import pack_report, print_written, write_files
from cardwright_tools.new.names import title_of, valid_name, valid_title
from cardwright_tools.new.yaml_edit import (
    EditableFile,
    add_item,
    effect_lines,
    log_effect,
    open_for_edit,
    scalar,
)
from cardwright_tools.output import FAILED, USAGE, Stop
from cardwright_tools.packs import load_packs

TEXT = "What is printed on it."
Read = Callable[[str], str]
Ask = Callable[[str, str, Read], str]
Placed = tuple[dict[Path, str], dict[Path, str]]


@dataclass(frozen=True, slots=True)
class CardOptions:
    """The command's options; empty if not given."""

    pack: Path
    id: str
    kind: str = ""
    title: str = ""
    module: str = ""
    file: str = ""
    values: Mapping[str, str] = ()  # type: ignore[assignment]
    near: str = ""  # a file to use if it has others of the kind


def new_card(options: CardOptions, ask: bool) -> int:
    new, changed = added_card(options, ask)
    print_written(new, changed, f"cardwright show {options.pack} {options.id}")
    return 0


def added_card(options: CardOptions, ask: bool) -> Placed:
    """Writes the definition; returns the new and the changed file. Raises Stop."""
    on = with_needed([options.module], available_modules(options.pack))
    rules = load_packs([options.pack], on or [options.module] if options.module else [])
    kind = _choose_kind(rules, options)
    _require_valid(rules, kind, options)
    lines = card_lines(
        rules, kind, options, _prompt if ask and sys.stdin.isatty() else _take_default
    )
    path = _file(rules, kind, options)
    section = rules.declared.board.kinds[kind].plural
    new, changed = _placed(path, section, lines)
    write_files(new, changed, lambda: pack_report(options.pack))
    return new, changed


# ------------------------------------------------------------------------------- what


def _choose_kind(rules: Rules, options: CardOptions) -> str:
    """The requested kind, or the pack's most common kind of card. Raises Stop if there is none."""
    board = rules.declared.board
    known = kinds_to_add(board)
    if not options.kind:
        cards = kinds_of_cards(board)
        if not cards:
            raise Stop("this pack has no kind of card; specify a kind with --kind", USAGE)
        return cards[0]
    if options.kind not in known:
        hint = did_you_mean(options.kind, known) or f"known: {', '.join(known)}"
        raise Stop(f"there is no kind `{options.kind}`; {hint}", USAGE)
    return options.kind


def _require_free_id(rules: Rules, kind: str, id: str) -> None:
    """Raises Stop if a definition of this kind or a related one has this id."""
    board = rules.declared.board
    for thing in board.things_named(id):
        if thing.kind == kind or board.related(thing.kind, kind):
            raise Stop(f"`{id}` already exists: {_where(thing)}; nothing was written", FAILED)


def _where(thing: Thing) -> str:
    span = thing.span
    return f"{span.source.name}:{span.lines[0]}" if span else thing.pack


def _require_valid(rules: Rules, kind: str, options: CardOptions) -> None:
    """Raises Stop with all that is wrong with the id and the given values."""
    checks: list[Callable[[], object]] = [
        partial(valid_name, options.id, "definition"),
        partial(_require_free_id, rules, kind, options.id),
        *(partial(_require_valid_value, rules, kind, *one) for one in dict(options.values).items()),
    ]
    wrong = [stop for check in checks if (stop := _stopped(check)) is not None]
    if wrong:
        message = "\n".join(dict.fromkeys(stop.message for stop in wrong))
        raise Stop(message, max(stop.code for stop in wrong))


def _stopped(check: Callable[[], object]) -> Stop | None:
    try:
        check()
    except Stop as stop:
        return stop
    return None


def _require_valid_value(rules: Rules, kind: str, key: str, typed: str) -> None:
    """Raises Stop for a key that definitions of this kind can't have, or a wrong value."""
    known = keys_of(rules, kind)
    if key not in known:
        hint = did_you_mean(key, known) or f"known: {', '.join(known)}"
        raise Stop(f"--set: {article(kind)} has no key `{key}`; {hint}", USAGE)
    field = rules.declared.board.field(kind, key)
    if field is not None and field.printed:
        checked_value(rules, field, typed)


def card_lines(rules: Rules, kind: str, options: CardOptions, ask: Ask) -> list[str]:
    """The lines of the definition, the first with `- `."""
    default = title_of(options.id)
    check = partial(valid_title, otherwise=default)
    title = check(options.title) if options.title else ask("title", default, check)
    begins = carried_example(rules, kind, options.id)
    given = dict(options.values)
    lines = [f"id: {options.id}", f"title: {scalar(title)}"]
    if cards := cards_of_list(rules.declared.board, kind):
        given.setdefault("cards", scalar(cards))
    for one in required_fields(rules, kind, title, begins.id if begins else ""):
        typed = given.pop(one.name, None)
        value = _ask_for(one, rules, ask) if typed is None else _value(typed, one.field)
        lines.append(f"{one.name}: {value}")
    own = {slot: given.pop(slot) for slot in slots_of(rules, kind) if slot in given}
    if kind == "player" and (pieces := pieces_of(rules.declared.board, kind)) is not None:
        given.setdefault("pieces", scalar(pieces))
    text = given.pop("text", "")
    provenance = given.pop("provenance", "house")
    board = rules.declared.board
    lines += [f"{key}: {_value(typed, board.field(kind, key))}" for key, typed in given.items()]
    if text or own or any(key in given for key in CARRIED):
        lines += _own(rules, kind, text, own)
    else:
        lines += _ruled(rules, kind, begins, title)
    lines.append(f"provenance: {_value(provenance, None)}")
    return [("- " if number == 0 else "  ") + line for number, line in enumerate(lines)]


def _own(rules: Rules, kind: str, text: str, own: Mapping[str, str]) -> list[str]:
    """The given printed text and effects."""
    printed = text or (TEXT if rules.declared.board.is_a(kind, "card") else "")
    lines = [f"text: {scalar(printed)}"] if printed else []
    return lines + [line for slot, words in own.items() for line in effect_lines(slot, words)]


def _ruled(rules: Rules, kind: str, begins: Example | None, title: str) -> list[str]:
    """A text and an effect for the author to replace, or those of an example."""
    slots = slots_of(rules, kind)
    if begins is None and slots:
        return [f"text: {scalar(TEXT)}", *effect_lines(slots[0], log_effect(title))]
    if begins is None:
        return _own(rules, kind, "", {})
    first = next(iter(begins.carried))
    lines = [f"# text and {first} are those of {begins.id}: write what yours does"]
    lines += [f"text: {scalar(' '.join(begins.text.split()))}"] if begins.text else []
    return lines + [line for words in begins.carried.values() for line in words.split("\n")]


def _value(typed: str, field: Field | None) -> str:
    """The typed text as a YAML value, or as text if it is not YAML."""
    return scalar(typed_value(typed, field))


def _ask_for(one: FieldPrompt, rules: Rules, ask: Ask) -> str:
    def read(typed: str) -> str:
        return scalar(checked_value(rules, one.field, typed))

    return ask(f"{one.name} ({one.takes})", without_brackets(one.value), read)


def _prompt(words: str, value: str, read: Read) -> str:
    """Asks until the answer can be read."""

    def read_or_complain(typed: str) -> str:
        try:
            return read(typed)
        except Stop as error:
            raise click.UsageError(error.message) from None

    return str(click.prompt(words, default=value, err=True, value_proc=read_or_complain))


def _take_default(_: str, value: str, read: Read) -> str:
    return read(value)


# ------------------------------------------------------------------------------ where


def _file(rules: Rules, kind: str, options: CardOptions) -> Path:
    """The named file; else the file `near`, if it has definitions of the kind; else the one with
    the most of them; else a new one named after the section."""
    if options.file:
        return _inside(options.pack, options.file)
    manifest = next(p for p in rules.packs if real_path(p.folder) == real_path(options.pack))
    counts: dict[Path, int] = {}
    own = {path.as_posix() for path in _files(manifest, options.module)}
    for thing in rules.declared.board.things.get(kind, {}).values():
        if thing.span and thing.span.source.name in own:
            path = Path(thing.span.source.name)
            counts[path] = counts.get(path, 0) + 1
    if (near := options.pack / options.near) in counts:
        return near
    if counts:
        return max(counts, key=lambda path: counts[path])
    adds = manifest.modules[options.module].adds if options.module else ()
    folders = [a.word for a in adds if (options.pack / a.word).is_dir()]
    below = options.pack / folders[0] if folders else options.pack
    return below / f"{rules.declared.board.kinds[kind].plural}.yaml"


def _inside(pack: Path, name: str) -> Path:
    """A file of the pack, relative to its folder. Raises Stop for any other."""
    path = pack / name
    if not is_inside(path, pack) or path.suffix not in (".yaml", ".yml"):
        raise Stop(f"--file takes a YAML file in the pack's folder, not {name}", USAGE)
    if any(part == SCENARIO_FOLDER or part.startswith(".") for part in Path(name).parts):
        raise Stop(f"content is never read from {name}; choose another folder for --file", USAGE)
    return path


def _files(manifest: Manifest, module: str) -> list[Path]:
    """The pack's own files, or those that a module adds."""
    files = content_files(manifest.folder, Report())
    adding = {path: [part.name for part in modules_adding(path, manifest)] for path in files}
    return [
        manifest.folder / path
        for path, parts in adding.items()
        if (module in parts if module else not parts)
    ]


def _placed(path: Path, section: str, lines: Sequence[str]) -> Placed:
    """The new file, or the changed one."""
    if not path.exists():
        text = f"{section}:\n\n" + "".join(f"  {line}\n" for line in lines)
        return {path: text}, {}
    file: EditableFile = open_for_edit(path)
    return {}, {path: add_item(file, section, lines)}
