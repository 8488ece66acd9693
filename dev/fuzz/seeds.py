"""Meaningful inputs from which corpora are first built: texts of packs, saves, messages."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator

from cardwright.language.syntax import ast
from cardwright_tools.new.default_values import kinds_of_cards
from dev.fuzz.inputs import PACKS, ROOT, SORTS, first_file, rules
from dev.fuzz.more_seeds import MORE_SEEDS
from tests.broken.broken_packs import cases

PACK = "push-your-luck"  # used by the protocols


def _yaml() -> Iterator[bytes]:
    for file in ROOT.glob("tests/packs/*/*.yaml"):
        yield file.read_bytes()[:2_000]
    for case in cases():
        yield from (text.encode() for text in (case.more, *case.add.values()) if text)


def _text() -> Iterator[bytes]:
    """Effects, expressions and answers of packs; each pack also reads those of others."""
    for number, name in enumerate(PACKS):
        for span, tree in rules(name).checked.trees.items():
            sort = {ast.EffectText: 0, ast.AnswerText: 2}.get(type(tree), 1)
            yield bytes([SORTS.index(SORTS[sort]) + 48, number + 48]) + span.text.encode()


def _why() -> Iterator[bytes]:
    return (data[1:] for data in _text() if data[0] == 49)


def _restore() -> Iterator[bytes]:
    for number, name in enumerate(PACKS):
        rng = random.Random(number)
        game = rules(name).new_game(max(rules(name).players), number)
        for _ in range(8):
            if game.turn:
                game.apply(rng.choice(game.options))
        yield json.dumps({"pack": number, **game.save(), "packs": "ours"}).encode()


def _examine() -> Iterator[bytes]:
    for number, name in enumerate(PACKS):
        text = first_file(ROOT / "tests" / "packs" / name).read_text("utf-8")
        yield bytes([number + 48]) + text.encode()


METHODS = (
    "hover", "definition", "references", "documentHighlight", "prepareRename", "rename",
    "documentSymbol", "completion", "formatting", "codeAction", "inlayHint", "semanticTokens/full",
)  # fmt: skip


def _editor() -> Iterator[bytes]:
    """Opens and changes a file, and then sends a request about it."""
    address, name = "file://PACK/game.yaml", {"uri": "file://PACK/game.yaml"}
    text = first_file(ROOT / "tests" / "packs" / PACK).read_text("utf-8")
    opened = {"textDocument": {**name, "languageId": "yaml", "version": 1, "text": text}}
    end = {"line": 12, "character": 30}
    change = {"range": {"start": {"line": 12, "character": 9}, "end": end}, "text": "do nothing"}
    changed = {"textDocument": {**name, "version": 2}, "contentChanges": [change]}
    asked = {
        "textDocument": name, "position": {"line": 12, "character": 12}, "newName": "other",
        "context": {"includeDeclaration": True, "diagnostics": []}, "query": "a",
        "options": {"tabSize": 2, "insertSpaces": True},
        "range": {"start": {"line": 0, "character": 0}, "end": end},
    }  # fmt: skip
    for method in METHODS:
        for before in ([], [_note("didOpen", opened)], [_note("didOpen", opened),
                                                        _note("didChange", changed)]):  # fmt: skip
            yield _lines(*before, {**_note(method, asked), "id": 1})
    watched = {"changes": [{"uri": address, "type": 2}]}
    yield _lines(_note("didOpen", opened), _note("didSave", asked), _note("didClose", asked),
                 {**_note("", watched), "method": "workspace/didChangeWatchedFiles"},
                 {**_note("", {"query": "x"}), "method": "workspace/symbol", "id": 3})  # fmt: skip


def _note(method: str, params: object) -> dict[str, object]:
    return {"jsonrpc": "2.0", "method": f"textDocument/{method}", "params": params}


def _lines(*messages: object) -> bytes:
    return "\n".join(one if isinstance(one, str) else json.dumps(one) for one in messages).encode()


def _browser() -> Iterator[bytes]:
    """Messages of an author, and of a player at the table."""
    text = first_file(ROOT / "tests" / "packs" / PACK).read_text("utf-8")
    file: dict[str, object] = {"file": "game.yaml", "at": 400, "text": text + "# more\n"}
    kind = kinds_of_cards(rules(PACK).declared.board)[0]
    begin = {"do": "new game", "players": 2, "seed": 1}
    for do in ("open", "edit", "save", "reload", "complete", "explain", "test"):
        yield _lines({"do": do, **file})
        yield _lines({"do": "edit", **file}, {"do": do, **file, "over": True})
    for id in ("pearl", "own/pearls.yaml"):
        for do in ("new file", "new card", "new scenario"):
            yield _lines({"do": do, "file": id, "id": id, "kind": kind})
    for do in ("move file", "delete file"):
        for to in ("own/game.yaml", "scenarios/", "../secret.yaml", "pack.yaml"):
            yield _lines({"do": "edit", **file}, {"do": do, "file": "game.yaml", "to": to}, begin)
    for more in (
        {"do": "go to", "number": 0}, {"do": "play on"}, {"do": "watch", "player": "ida"},
        {"do": "export", "title": "a game"}, {"do": "why", "expression": f"number of {kind}s"},
        {"do": "save", **file}, {"do": "answer", "option": "go on"},
        {**begin, "bots": {"bob": "random"}},
    ):  # fmt: skip
        yield _lines(begin, more)
        yield _lines(begin, f"@{json.dumps(more)}")


def _table() -> Iterator[bytes]:
    """Messages in a game that has begun."""
    kind = kinds_of_cards(rules(PACK).declared.board)[0]
    answer = {"do": "answer", "option": rules(PACK).new_game(2, 1).options[0].id}
    breaks = {"do": "breakpoints", "lines": [{"file": "game.yaml", "line": 3}], "words": ["a"],
              "events": ["after turn"], "conditions": [f"number of {kind}s > 3"]}  # fmt: skip
    for more in (
        {"do": "go to", "number": 0}, {"do": "play on"}, {"do": "watch", "player": "ida"},
        {"do": "why", "expression": f"number of {kind}s"}, {"do": "step", "fine": True},
        {"do": "step", "back": True}, {"do": "why not", "answer": ""}, breaks,
        {"do": "why", "field": "gold", "id": "ida"}, {"do": "describe", "modules": []},
        {"do": "why not", "answer": "stop"}, {"do": "complete", "file": "game.yaml", "at": 90},
        {"do": "explain", "file": "game.yaml", "at": 90}, {"do": "show game", "game": "1"},
        {"do": "new game", "players": 2, "seed": 1, "bots": {"bob": "random"}, "beside": True},
    ):  # fmt: skip
        yield _lines(more, answer, more)
        yield _lines(answer, f"@{json.dumps(more)}", f"@{json.dumps(answer)}")


def _frames() -> Iterator[bytes]:
    return (data for data in _editor() if b"/did" not in data)


SEEDS: dict[str, Callable[[], Iterator[bytes]]] = {
    "yaml": _yaml, "text": _text, "why": _why, "restore": _restore, "examine": _examine,
    "editor": _editor, "browser": _browser, "table": _table, "frames": _frames, **MORE_SEEDS,
}  # fmt: skip
