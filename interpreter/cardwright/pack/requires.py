"""Which packs a game needs, and their order: each after those it requires."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Sequence

from cardwright.pack import manifest
from cardwright.pack.linking import Link
from cardwright.pack.manifest import FILE, Manifest
from cardwright.source.words import did_you_mean

Resolve = Callable[[str], pathlib.Path | None]
MOST_PACKS = 100


def shipped() -> pathlib.Path | None:
    """The content that comes with Cardwright: in its repository, or in what is installed."""
    here = pathlib.Path(__file__).resolve()
    ways = (here.parents[3] / "content", here.parents[1] / "data" / "content")
    return next((way for way in ways if way.is_dir()), None)


def shipped_packs() -> dict[str, pathlib.Path]:
    """The folders of the packs that come with Cardwright, by id."""
    home = shipped()
    folders = sorted(file.parent for file in home.glob(f"*/{FILE}")) if home else []
    return {folder.name: folder for folder in folders}


def find_pack(name: str | pathlib.Path) -> pathlib.Path:
    """The folder of a pack, which is named by its path or, when it is shipped, by its id.

    A folder that is there comes first; a name of neither is given back as a path.
    """
    path = pathlib.Path(name)
    return path if path.exists() else shipped_packs().get(str(name), path)


def by_name(path: pathlib.Path) -> str:
    """For the help of a name that is neither: those that are shipped; nothing for other paths."""
    names = ", ".join(shipped_packs())
    named = path.name == str(path) and not path.exists()
    return f"; those that come with Cardwright are {names}" if named and names else ""


def beside(folders: Sequence[pathlib.Path]) -> Resolve:
    """Looks for a pack beside the given ones, then among those shipped."""
    places = [folder.resolve().parent if folder.name in ("", "..") else folder.parent
              for folder in folders]  # fmt: skip
    home = shipped()

    def resolve(name: str) -> pathlib.Path | None:
        ways = [place / name for place in [*places, *([home] if home else [])]]
        return next((way for way in ways if (way / FILE).is_file()), None)

    return resolve


def gather(folders: Sequence[pathlib.Path], resolve: Resolve, link: Link) -> dict[str, Manifest]:
    """The packs in these folders and all that they require, by id."""
    found: dict[str, Manifest] = {}
    for folder in folders:
        made = manifest.read(folder, link, by_name(folder))
        if made is None:
            link.doubt()
        elif made.id in found and found[made.id].folder.resolve() != folder.resolve():
            notes = ((found[made.id].span, "the first one"),)
            link.report.error("CW307", f"two packs have the id `{made.id}`", made.span, "", notes)
        else:
            found[made.id] = made
    waiting = list(found.values())
    while waiting and len(found) < MOST_PACKS:
        pack = waiting.pop(0)
        for name, range in pack.requires.items():
            if name not in found and (new := _required(name, pack, resolve, link)):
                found[name] = new
                waiting.append(new)
            if name in found:
                _check_version(found[name], range, pack, link)
    return found


def _required(name: str, by: Manifest, resolve: Resolve, link: Link) -> Manifest | None:
    assert by.spot is not None
    spot = dict(by.spot.entries("requires"))[name]
    if not link.well_named(name, spot.name):
        link.doubt()
        return None
    folder = resolve(name)
    made = manifest.read(folder, link) if folder else None
    if made is not None and made.id == name:
        return made
    link.doubt()
    if folder is None or made is not None:
        help = did_you_mean(name, _neighbours(by.folder)) or f"a folder `{name}` beside this pack"
        link.report.error("CW304", f"the required pack `{name}` is not found", spot.name, help)
    return None


def _neighbours(folder: pathlib.Path) -> list[str]:
    """The packs beside one; they may be what was meant."""
    try:
        return [path.parent.name for path in folder.resolve().parent.glob(f"*/{FILE}")]
    except OSError:
        return []


def _check_version(required: Manifest, range: str, by: Manifest, link: Link) -> None:
    if required.spot is None or by.spot is None or manifest.fits(required.version, range):
        return
    spot = dict(by.spot.entries("requires"))[required.id]
    message = f"`{required.id}` is there in version {required.version}"
    link.report.error("CW305", message, spot.span, f"{by.id} requires {range}")


def in_order(packs: dict[str, Manifest], link: Link) -> list[Manifest]:
    """Each pack after those it requires; where that is open, by id.

    So the order in which packs are named makes no difference.
    """
    left, done = dict(sorted(packs.items())), list[Manifest]()
    while left:
        ready = [p for p in left.values() if not any(r in left for r in p.requires)]
        if not ready:
            ready = [_circle(left, link)]
        done.append(ready[0])
        del left[ready[0].id]
    return done


def _circle(left: dict[str, Manifest], link: Link) -> Manifest:
    """A pack of a circle, which is reported and taken first."""
    trail = [next(iter(left))]
    while (following := next(r for r in left[trail[-1]].requires if r in left)) not in trail:
        trail.append(following)
    trail = trail[trail.index(following) :]
    first = left[min(trail)]
    assert first.spot is not None
    circle = [*trail, trail[0]]
    start = circle.index(first.id)
    names = [*circle[start:-1], *circle[:start], first.id]
    spot = dict(first.spot.entries("requires"))[names[1]]
    text = " requires ".join(f"`{name}`" for name in names)
    link.report.error("CW306", f"packs in a circle: {text}", spot.name)
    return first


def above(pack: Manifest, packs: dict[str, Manifest]) -> set[str]:
    """The ids of all packs that a pack requires, over others too."""
    found: set[str] = set()
    waiting = list(pack.requires)
    while waiting:
        name = waiting.pop()
        if name in packs and name not in found:
            found.add(name)
            waiting += packs[name].requires
    return found
