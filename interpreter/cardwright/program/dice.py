"""Dice in the layout: where their faces are, and where they have none."""

from __future__ import annotations

from cardwright.board.layout import Layout


def face_cells(layout: Layout) -> dict[int, int]:
    """The cell of the face of each die."""
    found: dict[int, int] = {}
    for item in layout.items:
        face = layout.board.field(item.kind, "face") if item.kind in layout.board.kinds else None
        if face is not None and face.faces:
            found[item.id] = layout.cells[(face.kind, face.name)] + item.id
    return found


def resting_places(layout: Layout) -> frozenset[int]:
    """The supply, and the zones in which dice are at rest."""
    zones = (layout.zone_first + n for n, (zone, _) in enumerate(layout.zones) if zone.at_rest)
    return frozenset((0, *zones))
