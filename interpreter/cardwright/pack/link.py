"""Links the documents of packs: names first, then everything that refers to them.

Responsible for the order of the steps, which is the order in which errors are found. Knows nothing
about what the steps do.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardwright.board.declarations import Keyword, Kind
from cardwright.pack import sections
from cardwright.pack.board import (
    capacities,
    dice,
    extensions,
    face_down,
    grid_cells,
    indexed_state,
    kind_details,
    kinds,
    look,
    maxima,
    properties,
    property_checks,
    type_names,
    zones,
)
from cardwright.pack.builder import NAMES, SECTION, PackBuilder
from cardwright.pack.files import conflicts, game_settings, player_counts
from cardwright.pack.loaded import Loaded
from cardwright.pack.names import name_clashes
from cardwright.pack.names.cascade_filter import CascadeFilter
from cardwright.pack.rules import automata, carried_rules, rule_sections
from cardwright.pack.things import keywords, lasting_effects, lists, patches
from cardwright.pack.things.stubs import Things
from cardwright.pack.things.thing_builder import ThingBuilder
from cardwright.source.document import Document
from cardwright.source.records import dataclass


@dataclass(slots=True)
class _Names:
    """Everything with a name: things, kinds with their sections, properties, lasting effects,
    keywords.
    """

    things: ThingBuilder
    kinds: list[tuple[Kind, sections.Entry]]
    pending: list[properties.PendingProperty]
    effects: list[lasting_effects.LastingEntry]
    words: list[tuple[Keyword, sections.Entry]]


def link_packs(
    read: Mapping[str, list[Document]],
    stubs: Sequence[Things],
    modules: Collection[str],
    loaded: Loaded,
    builder: PackBuilder,
) -> None:
    """Declares everything in the documents of packs; `stubs` are things that were not read."""
    found = sections.collect_sections(read, builder)
    related = conflicts.related(loaded.manifests)
    names = _build_board(found, stubs, related, builder)
    named = not builder.report.failed
    added = player_counts.added_numbers(loaded.manifests, modules)
    names.things.build_values({pack.id: pack.numbers | added for pack in loaded.manifests})
    others = patches.apply_patches(found, names.things, related, builder)
    lists.check_lists(lists.lists_of(builder.board), builder)
    errors = len(builder.report)
    _declare_rules(found, names, builder)
    before = len(builder.report)
    patches.patch_options(others, found, related, builder)
    errors += len(builder.report) - before  # errors in values, not in names
    _declare_play(found, names, builder)
    look.declare_look(found, loaded.manifests, builder)
    conflicts.report_conflicts(loaded.manifests, builder)
    game_settings.apply_settings(loaded.manifests, modules, builder)
    unknown = any(map(builder.has_deferred, ("types", SECTION)))
    unknown |= any(map(builder.is_incomplete, ("things", NAMES)))
    loaded.names_resolved = named and not unknown and len(builder.report) == errors
    loaded.invalid_names = builder.invalid_names
    loaded.withheld = builder.report_deferred(lambda found: CascadeFilter(found, loaded.documents))


def _build_board(
    found: sections.Sections,
    stubs: Sequence[Things],
    related: conflicts.Related,
    builder: PackBuilder,
) -> _Names:
    """All names, and what kinds have; things have ids but no values yet."""
    type_names.declare_enums(found, builder)
    made = kinds.declare_kinds(found, builder)
    dice.declare_face_words(made, builder)
    for kind, entry in made:
        grid_cells.add_grid(kind, entry, builder)
    things = ThingBuilder(builder)
    things.register(found)
    things.add_stubs(stubs)
    zones.declare_zones(found, made, builder)
    effects = lasting_effects.declare_names(found, things.entries, builder)
    pending = properties.declare_state(found, builder)
    for kind, entry in made:
        kind_details.complete_kind(kind, entry, builder)
        pending += properties.declare_properties(kind, entry, builder)
    lists.declare_lists(made, builder)
    properties.set_defaults(pending, builder)
    extensions.change_cells(made, found, pending, related, builder)
    words = keywords.declare_keywords(found, builder)
    for kind, entry in made:
        _set_printed(kind, entry, builder)
    zones.declare_pieces(found, builder)
    return _Names(things, made, pending, effects, words)


def _set_printed(kind: Kind, entry: sections.Entry, builder: PackBuilder) -> None:
    """Reads what is printed on all things of a kind, and when they are gone or lie face down."""
    kind_details.set_values(kind, entry, builder)
    kind.values |= keywords.read_keywords(kind.name, entry.node, builder)
    kind_details.set_gone_when(kind, entry, builder)
    kind_details.set_length(kind, entry, builder)
    face_down.read_face_down_keys(kind, entry, builder)


def _declare_rules(found: sections.Sections, names: _Names, builder: PackBuilder) -> None:
    """Declares rules, and the abilities and options that things carry."""
    rule_sections.declare_rules(found, builder)
    capacities.declare_capacities(names.kinds, builder)
    maxima.declare_maxima(names.pending, builder)
    keywords.declare_rules_of_keywords(names.words, builder)
    name_clashes.report_clashes(builder)
    carried_rules.declare_kinds_abilities(names.kinds, builder)
    for thing, node in names.things.usable:
        carried_rules.declare_carried(thing, node, builder)


def _declare_play(found: sections.Sections, names: _Names, builder: PackBuilder) -> None:
    """Declares automata, hints and lists, and completes lasting effects, look and settings."""
    automata.declare_automata(found, builder)
    automata.declare_hints(found, builder)
    lists.declare_list_rules(names.kinds, builder)
    lasting_effects.declare_lasting(names.effects, names.things.usable, builder)
    property_checks.check_resets(names.pending, builder)
    property_checks.check_goals(names.pending, builder)
    property_checks.check_payments(names.pending, builder)
    property_checks.check_sets(names.pending, builder)
    indexed_state.expand_indexed_state(names.pending, builder)
