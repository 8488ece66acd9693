"""Packs that were loaded and checked: everything that lints read, without what is needed to
play.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cardwright.language.declared import Declared
from cardwright.language.front_end.checked import Checked
from cardwright.pack.files.manifest import Manifest
from cardwright.pack.loaded import Loaded
from cardwright.source.document import Document


class CheckedPacks:
    """Everything that is known about packs with some modules, before they are compiled."""

    def __init__(self, loaded: Loaded, checked: Checked, modules: Collection[str] = ()) -> None:
        self.checked, self.modules = checked, _named_once(loaded.manifests, modules)
        self._loaded = loaded

    @property
    def declared(self) -> Declared:
        """Everything the packs declare, merged."""
        return self._loaded.declared

    @property
    def packs(self) -> Sequence[Manifest]:
        """The manifests, each after those it requires."""
        return self._loaded.manifests

    @property
    def documents(self) -> Sequence[Document]:
        """The files that were read, as YAML with positions."""
        return self._loaded.documents

    @property
    def hashes(self) -> Mapping[str, str]:
        """The sha256 of each pack's files, by the pack's id."""
        return self._loaded.hashes

    @property
    def title(self) -> str:
        """The title of the pack that requires all others; several if there is no such pack."""
        required = {id for pack in self.packs for id in pack.requires}
        return " + ".join(pack.title for pack in self.packs if pack.id not in required)


def _named_once(packs: Sequence[Manifest], enabled: Collection[str]) -> tuple[str, ...]:
    """The enabled modules, each under one name: `pack:name` only if another module has the name."""
    names = [name for pack in packs for name in pack.modules]
    on = [(pack.id, module.name) for pack in packs for module in pack.switched_on(enabled)]
    return tuple(sorted(name if names.count(name) == 1 else f"{id}:{name}" for id, name in on))
