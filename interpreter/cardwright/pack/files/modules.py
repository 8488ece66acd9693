"""Modules: whether requested ones exist, and which others they need.

Decides what can be switched on together. Knows nothing about what modules add.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from cardwright.language.graph_walks import reachable
from cardwright.pack.builder import PackBuilder
from cardwright.pack.files.manifest import Manifest, Module
from cardwright.pack.validation.yaml_node import YamlNode
from cardwright.source.spelling import did_you_mean


def with_needed(names: Iterable[str], modules: Mapping[str, Module]) -> tuple[str, ...]:
    """These modules and all that they need, directly or not, in order; skips unknown names."""

    def known(some: Iterable[str]) -> Iterator[str]:
        return (name for one in some if (name := one.rpartition(":")[2]) in modules)

    def needed(name: str) -> Iterator[str]:
        return known(node.word for node in modules[name].needs)

    return tuple(sorted(reachable(known(names), needed)))


def check_modules(
    packs: Sequence[Manifest], enabled: Collection[str], builder: PackBuilder
) -> None:
    """Checks that these modules exist, and that the modules they need are enabled."""
    known = [way for p in packs for name in p.modules for way in (name, f"{p.id}:{name}")]
    for name in enabled:
        if name not in known:
            place = packs[-1].value_span("modules")  # the pack that no other requires
            help = did_you_mean(name, known) or _list_modules(known)
            builder.error("CW308", f"there is no module `{name}`", place, help)
    for pack in packs:
        _check_circle(pack, builder)
        for module, node in _needs(pack.modules.values()):
            if node.word not in known:
                help = did_you_mean(node.word, known) or _list_modules(known)
                builder.error("CW308", f"there is no module `{node.word}`", node.span, help)
            elif module in pack.switched_on(enabled) and not _is_on(node.word, packs, enabled):
                message = f"the module `{module.name}` needs `{node.word}`, which is not on"
                builder.error("CW311", message, node.span, "switch both on, or neither")


def _needs(modules: Iterable[Module]) -> Iterator[tuple[Module, YamlNode]]:
    return ((module, node) for module in modules for node in module.needs)


def is_whole(module: Module, packs: Sequence[Manifest], enabled: Collection[str]) -> bool:
    """Whether all modules that a module needs are enabled."""
    return all(_is_on(node.word, packs, enabled) for node in module.needs)


def _is_on(name: str, packs: Sequence[Manifest], enabled: Collection[str]) -> bool:
    on = [(pack.id, module.name) for pack in packs for module in pack.switched_on(enabled)]
    return any(name in (module, f"{pack}:{module}") for pack, module in on)


def _check_circle(pack: Manifest, builder: PackBuilder) -> None:
    """Reports the first cycle of modules that need each other."""
    for module, node in _needs(pack.modules.values()):
        trail = [module.name, *_trail(node.word, module.name, pack.modules)]
        if trail[-1] == module.name and len(trail) > 1:
            names = " needs ".join(f"`{name}`" for name in trail)
            message = f"modules need each other in a circle: {names}"
            builder.error("CW306", message, node.span, "remove one of the `needs`")
            return


def _trail(name: str, goal: str, modules: Mapping[str, Module]) -> list[str]:
    """The modules on the way from one to another that it needs; empty if it does not need it."""
    ways, seen = [[name]], {name}
    while ways:
        way = ways.pop(0)
        if way[-1] == goal:
            return way
        needed = [node.word for node in modules[way[-1]].needs] if way[-1] in modules else []
        ways += [[*way, one] for one in needed if one not in seen]
        seen.update(needed)
    return []


def _list_modules(known: Sequence[str]) -> str:
    plain = [name for name in known if ":" not in name]
    return "there are " + ", ".join(f"`{name}`" for name in plain) if plain else ""
