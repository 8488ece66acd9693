"""Reads a pack entry by entry: facts as written, rules with their meaning.

An entry is anything in a pack that has a name: a definition of a kind, a rule, an option, a zone.
Entries are read from the files themselves, so that a pack with mistakes can be compared too;
meaning and English come from the checker as far as it got.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from cardwright.api import every_module
from cardwright.language.front_end.check import check
from cardwright.language.front_end.checked import Checked
from cardwright.language.syntax.ast import PropertyText
from cardwright.language.syntax.parser import shared_parser
from cardwright.language.vocabulary.verbs import VERBS
from cardwright.pack.board.kinds import slots
from cardwright.pack.files.manifest import Manifest, modules_adding
from cardwright.pack.files.pack_files import FILE
from cardwright.pack.forms.forms import SECTIONS
from cardwright.pack.load import load
from cardwright.pack.loaded import Loaded
from cardwright.pack.things.families import expand_family
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.budget import loading
from cardwright.source.diagnostics import Report
from cardwright.source.document import Document, Value
from cardwright.source.spelling import nearest
from cardwright.source.text import Source
from cardwright_tools.diff.rules import FACTS, Rule, Rules
from cardwright_tools.packs import is_too_much_work

PACK = "pack"


@dataclass(slots=True)
class Entry:
    """`facts` and `rules` by key; `text` is the printed text; `place` a position in the pack."""

    group: str
    name: str
    title: str = ""
    text: str = ""
    module: str = ""
    place: str = ""
    facts: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Rule] = field(default_factory=dict)

    @property
    def written(self) -> str:
        """Everything but the name as one text, to measure similarity."""
        facts = [f"{key}: {value}" for key, value in self.facts.items() if key != "title"]
        return "\n".join([*facts, *(f"{k}: {r.written}" for k, r in self.rules.items()), self.text])


@dataclass(slots=True)
class Version:
    """A version of a pack: its manifest, its entries in order, and whether it has mistakes.

    `ordered` are the kinds for which the order of definitions matters.
    """

    manifest: Manifest
    entries: dict[tuple[str, str], Entry]
    failed: bool
    ordered: frozenset[str] = frozenset()


def read_version(folder: Path) -> tuple[Version | None, Report]:
    """A pack with all its modules, and the report; None if it can't be read."""
    report = Report()
    with loading():
        loaded = load([folder], report, modules=every_module(folder))
        if loaded is None or is_too_much_work(loaded, report):
            return None, report
        checked = check(loaded.declared, report)
    manifest = loaded.manifests[-1]
    entries, times = dict[Key, Entry](), Counter[Key]()
    for entry in _Reader(loaded, checked, manifest).entries():
        group, name = _key(entry)
        times[group, name] += 1
        entries[group, name + _again(times[group, name])] = entry
    return Version(manifest, entries, report.failed, _ordered(loaded)), report


Key = tuple[str, str]


def _key(entry: Entry) -> Key:
    """The identity of an entry; never its position, which changes with every line above it."""
    return entry.group, f"{entry.name} {entry.title}" if entry.group == "ability" else entry.name


def _again(time: int) -> str:
    """A suffix that distinguishes entries of the same name; there may be thousands."""
    return ("", " again", f" again {time - 1}")[min(time, 3) - 1]


def _ordered(loaded: Loaded) -> frozenset[str]:
    """The kinds whose order of definitions matters: players, and things of ordered kinds."""
    board = loaded.declared.board
    below = {k for name, kind in board.kinds.items() if kind.ordered for k in board.below(name)}
    return frozenset({"player", *below})


@dataclass(slots=True)
class _Reader:
    loaded: Loaded
    checked: Checked
    manifest: Manifest
    rules: Rules = field(init=False)
    plurals: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        self.rules = Rules(self.checked)
        kinds = self.loaded.declared.board.kinds.values()
        self.plurals = {kind.plural: kind.name for kind in kinds}

    def entries(self) -> Iterator[Entry]:
        home = self.manifest.folder.as_posix()
        for document in self.loaded.documents:
            path = PurePosixPath(document.source.name)
            if path.is_relative_to(home):
                yield from self._file(document, path.relative_to(home))

    def _file(self, document: Document, path: PurePosixPath) -> Iterator[Entry]:
        top = YamlNode(document, (), document.value, self.manifest.id)
        if path.as_posix() == FILE:
            yield Entry(PACK, FILE, place=FILE, facts=dict(flat_facts(top)))
            return
        on = [module.name for module in modules_adding(path, self.manifest)]
        for section, node in top.items():
            for entry in self._section(section, node):
                entry.module = ", ".join(on)
                yield entry

    def _section(self, section: str, node: YamlNode) -> Iterator[Entry]:
        if isinstance(node.value, list):
            enums = self.loaded.declared.board.enums
            each = (one for item in node.elements() for one in expand_family(item, enums, Report()))
            named = [(item.text("id"), item) for item in each]
        else:
            named = list(node.items())
        for name, item in named:
            entry = self._entry(section, name, item)
            entry.place = self._place(item)
            yield entry

    def _place(self, node: YamlNode) -> str:
        path = PurePosixPath(node.document.source.name)
        inside = path.relative_to(self.manifest.folder.as_posix())
        return f"{inside}:{node.key_span.lines[0]}"

    def _entry(self, section: str, name: str, node: YamlNode) -> Entry:
        if section in self.plurals and section not in SECTIONS:
            return self._thing(self.plurals[section], node)
        if section not in SECTIONS and node.get("id"):
            return self._thing(self._section_kind(section), node)
        made = {"rules": self._rule, "definitions": self._definition}.get(section)
        if made is not None:
            return made(name, node)
        if section == "lasting":
            return self._lasting(Entry("lasting effect", name), name, node)
        if section in ("options", "abilities"):
            key, rule = self.rules.ability(node)
            group = "option" if section == "options" else "ability"
            title, text = node.text("title"), " ".join(node.text("text").split())
            return Entry(group, name or key, title, text, facts=_beside(node), rules={"": rule})
        return Entry(singular(section), name, facts=dict(flat_facts(node)))

    def _section_kind(self, section: str) -> str:
        """The kind of a section that is not named after it; else the name of the section."""
        kinds = self.loaded.declared.board.kinds
        near = nearest(section, self.plurals)
        return section if section in kinds or near is None else self.plurals[near]

    def _rule(self, name: str, node: YamlNode) -> Entry:
        """A named effect; its parameters are a fact."""
        body = node.get("do") if isinstance(node.value, dict) else node
        rest = node.with_value(_without(node.value, ("do",)))
        rule = self.rules.rule(name, body)
        return Entry("rule", name, facts=dict(flat_facts(rest)), rules={"": rule})

    def _definition(self, key: str, node: YamlNode) -> Entry:
        signature = shared_parser(VERBS).property(Source("", key).whole)
        name = signature.name.text
        body = node.get("is") if isinstance(node.value, dict) else node
        found = dict(flat_facts(node.with_value(_without(node.value, ("is",)))))
        if isinstance(signature, PropertyText) and signature.parameters:
            found["parameters"] = " ".join(
                word.text for one in signature.parameters for word in one.tokens()
            )
        return Entry("definition", name, facts=found, rules={"": self.rules.definition(name, body)})

    def _thing(self, kind: str, node: YamlNode) -> Entry:
        board = self.loaded.declared.board
        known = [kind] if kind in board.kinds else [*board.kinds]
        effects = dict.fromkeys(slot for one in known for slot in slots(board, one))
        apart = ("id", "text", "abilities", "options", "lasting", *effects)
        id = node.text("id")
        made = Entry(kind, id, node.text("title"), " ".join(node.text("text").split()))
        made.facts = dict(flat_facts(node.with_value(_without(node.value, apart))))
        for slot in effects:
            if (item := node.get(slot)) is not None and (body := item.get_or_self("do")):
                if limit := item.text("limit") if isinstance(item.value, dict) else "":
                    made.facts[f"limit of {slot}"] = limit
                made.rules[slot] = self.rules.effect(kind, id, slot, body)
        for item in (*node.elements_of("abilities"), *node.elements_of("options")):
            self._ability(made, item)
        for name, lasting in node.items_of("lasting"):
            self._lasting(made, name, lasting)
        return made

    def _lasting(self, made: Entry, name: str, node: YamlNode) -> Entry:
        """Adds a lasting effect, whose end and parameters are facts."""
        rest = node.with_value(_without(node.value, ("abilities", "options")))
        made.facts |= dict(flat_facts(rest, name))
        for item in (*node.elements_of("abilities"), *node.elements_of("options")):
            self._ability(made, item, f"{name}: ")
        return made

    def _ability(self, made: Entry, node: YamlNode, before: str = "") -> None:
        """Adds an ability or an option that is written on a thing or below a lasting effect."""
        key, rule = self.rules.ability(node)
        name = _unique_key(f"{before}{key}", made.rules)
        made.rules[name] = rule
        made.facts |= {f"{fact} of {name}": said for fact, said in _beside(node).items()}


def _beside(node: YamlNode) -> dict[str, str]:
    """What is written beside the rules of an option or an ability."""
    return {key: node.text(key) for key in FACTS if node.get(key) is not None}


def _without(value: Value, keys: tuple[str, ...]) -> Value:
    if not isinstance(value, dict):
        return None
    return {key: item for key, item in value.items() if key not in keys}


def _unique_key(key: str, taken: Mapping[str, Rule]) -> str:
    """The key, with a number if it is already taken."""
    ways = (key, *(f"{key} ({number})" for number in range(2, 1000)))
    return next(way for way in ways if way not in taken)


def singular(section: str) -> str:
    """The singular of a built-in section's name."""
    words = {"enums": "enum", "kinds": "kind", "zones": "zone", "menus": "menu"}
    return words.get(section, section)


def flat_facts(node: YamlNode, before: str = "") -> Iterator[tuple[str, str]]:
    """Keys with values, each on one line; a mapping's keys are prefixed with its own."""
    if not isinstance(node.value, dict):
        if node.value is not None:
            yield before, inline_yaml(node.value)
        return
    for key, item in node.items():
        yield from flat_facts(item, f"{before} {key}".strip())


def inline_yaml(value: Value) -> str:
    """A value as YAML on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(inline_yaml, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {inline_yaml(item)}" for key, item in value.items()) + "}"
    return "" if value is None else " ".join(str(value).split())
