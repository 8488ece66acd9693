"""Counters by name: `2 gold`, of players or of the game."""

from __future__ import annotations

import re

from cardwright.board.declarations import Field
from cardwright.board.types import NUMBER
from cardwright.language.inflection import singular, with_singular
from cardwright.language.resolve.diagnostics.name_examples import with_examples
from cardwright.language.resolve.errors import CheckError, which
from cardwright.language.resolve.nouns.postmodifiers import out_of_place
from cardwright.language.resolve.quantities import LEAVE_OUT
from cardwright.language.resolve.scope import Scope
from cardwright.language.syntax import ast
from cardwright.language.syntax.foreign_words import NUMBERS, intended_counter, intended_word
from cardwright.language.syntax.nodes import Word
from cardwright.source.edits import Suggestion
from cardwright.source.spelling import did_you_mean, is_typo
from cardwright.source.text import Span

_NONE = ("no", "zero")


def how_much(phrase: ast.Phrase, scope: Scope) -> CheckError:
    noun = phrase.value
    words = [part.text for part in noun.words.parts] if isinstance(noun, ast.NounPhrase) else [""]
    first = words[0]
    if first in _NONE and len(words) > 1:
        return CheckError("CW219", f"`{first}` is always none", phrase.span, LEAVE_OUT)
    if (spelt := _spelt_number(noun, scope)) is not None:
        return spelt
    if phrase.quantifier is not None and not isinstance(phrase.quantifier, ast.Every):
        most = next((word.text for word in phrase.quantifier.tokens() if word.kind == "INT"), "2")
        numbers = f"0 to {most}"
        help = f"let the player choose: `choose a number from {numbers}, as x`, then `(x)`"
    elif phrase.quantifier is not None and scope.context.board.field("player", first):
        help = f"for all that a player has, write `({_of_actor(first, scope)}) {first}`"
    elif [word.text for word in noun.tokens()] == [first] and _is_cell(first, scope):
        help = f"write the number first, as in `1 {first}`"
    elif first == "another" and _is_cell(words[-1], scope):
        help = f"write `1 {words[-1]}`"
    else:
        help = _that_many(words, scope) or _as_much(noun, scope)
        help = help or _half(noun, scope) or _in_parentheses(noun, scope)
        help = help or intended_counter(words[-1]) or intended_word(first)
        what = words[-1] if _is_cell(words[-1], scope) else "COUNTER"
        help = help or f"as in `2 {what}`, or `({_amount(phrase, first, scope)}) {what}`"
    return CheckError("CW219", "specify how much", phrase.span, help)


def _spelt_number(noun: ast.Expression, scope: Scope) -> CheckError | None:
    """The error for `gain two gold`."""
    words = noun.words.parts if isinstance(noun, ast.NounPhrase) else ()
    first = words[0].text if len(words) == 2 and _is_cell(words[1].text, scope) else ""
    if first not in NUMBERS[1:]:
        return None
    number = str(NUMBERS.index(first))
    help = Suggestion.only(f"write numbers with digits: `{number}`", first, number)
    return CheckError("CW219", "specify how much", words[0].span, help)


def _that_many(words: list[str], scope: Scope) -> str:
    """Help for `gain that many gold`, after a die, a choice or a number."""
    if words[:1] != ["that"] or words[1:2] not in (["many"], ["much"]):
        return ""
    board = scope.context.board
    dice = [kind for kind in board.below("die") if "face" in board.kinds[kind].fields]
    name = "name the number: `choose a number from 1 to 3, as x`, or `let x be ...`, then `(x)`"
    return f"{name}; of a die, `roll 1 {dice[0]}, as x`, then `(face of x)`" if dice else name


def _as_much(noun: ast.Expression, scope: Scope) -> str:
    """Help for `as many steps as gold`."""
    if not isinstance(noun, ast.NounPhrase) or noun.alias is None:
        return ""
    head, much, *rest = [*(word.text for word in noun.words.parts), ""]
    if head != "as" or much not in ("many", "much") or len(rest) != 2:
        return ""
    what, like = rest[0], Span(noun.span.source, noun.alias.span.start, noun.extent.end).text
    *_, last = noun.own_words()
    if scope.context.board.noun(last.text):
        return f"write `(number of {like}) {what}`"
    amount = _of_actor(like, scope) if _is_cell(like, scope) else f"{what} of {like}"
    return f"write `({amount}) {what}`"


def _half(noun: ast.Expression, scope: Scope) -> str:
    """Help for `half your gold` and `half of your gold`."""
    if not isinstance(noun, ast.NounPhrase) or noun.words.parts[0].text != "half":
        return ""
    own = (word.text for word in noun.own_words())
    rest = [word for word in own if word not in ("half", "your", "their", "the")]
    if len(rest) != 1 or not _is_cell(rest[0], scope):
        return ""
    return f"write `({_of_actor(rest[0], scope)} / 2) {rest[0]}`"


def _in_parentheses(noun: ast.Expression, scope: Scope) -> str:
    """Help for `number of carts gold`."""
    phrases = [node for node in noun.walk() if isinstance(node, ast.Words)]
    last = phrases[-1].names[-1] if len(phrases) > 1 and len(phrases[-1].names) > 1 else None
    if last is None or not _is_cell(last.text, scope):
        return ""
    amount = Span(noun.span.source, noun.span.start, last.span.start).text.strip()
    return f"write `({amount}) {last.text}`"


def _of_actor(counter: str, scope: Scope) -> str:
    """A counter of who does the statement."""
    return f"{counter} of you" if scope.subject is None else f"their {counter}"


def _amount(phrase: ast.Phrase, first: str, scope: Scope) -> str:
    """What may be meant as an amount: `gold of ann`, the gold of the actor, a name, or `x - 1`."""
    if any(isinstance(node, ast.Of) for node in phrase.value.walk()):
        return phrase.value.span.text
    less = re.fullmatch(r"(.+)-(\d+)", first) if first not in scope.names else None
    name = less[1] if less else first
    amount = f"{name} of you" if scope.context.board.field("player", name) else name or "x"
    return f"{amount} - {less[2]}" if less else amount


def counted(phrase: ast.Phrase, scope: Scope) -> Word:
    """The word that names a counter. Raises CheckError if there is more than that."""
    noun, span = phrase.value, phrase.value.span
    if not isinstance(noun, ast.NounPhrase):
        return Word("NAME", span.text, span)
    words = noun.words.names
    joined = "-".join(word.text for word in words)
    if len(words) > 1 and _is_cell(words[0].text, scope) and is_typo(words[1].text, "per"):
        message, help = f"unexpected `{words[1].text}`", did_you_mean(words[1].text, ["per"])
        raise CheckError("CW201", message, words[1].span, help)
    if scope.context.board.noun(words[-1].text) and not _is_cell(words[-1].text, scope):
        help = "things are moved or placed, as in `move top of DECK to HAND of you`"
        help = with_examples(help, scope.context, words[-1].span)
        raise CheckError("CW222", f"`{words[-1].text}` is not a counter", words[-1].span, help)
    if len(words) > 1 and _is_cell(joined, scope):
        raise CheckError("CW222", "missing hyphens", span, f"write `{joined}`")
    odd = next((word for word in words if intended_word(word.text)), None)
    if odd is None and len(words) > 1 and _is_cell(words[-1].text, scope):
        message = f"`{words[0].text}` does not belong to a counter"
        raise CheckError("CW222", message, words[0].span, "remove it")
    more = [*([noun.of] if noun.of else []), *noun.postmodifiers]
    for mod in noun.postmodifiers:
        if isinstance(mod, ast.While | ast.Until):
            raise out_of_place(mod)
    if more:
        help = "remove this; name the player first, as in `player gains ...`"
        raise CheckError("CW222", "unexpected words after a counter", more[0].span, help)
    return odd or words[-1]


def refuse_counter(per: ast.Expression, amount: ast.Phrase, scope: Scope) -> None:
    """Raises CheckError for `gain 2 gold per crate`, if crates are a counter and no things."""
    noun = per if isinstance(per, ast.NounPhrase) else None
    words = [word.text for word in noun.words.parts] if noun else []
    field = cell_named(words[0], scope) if len(words) == 1 else None
    known = scope.context.board.noun(words[0]) or words[0] in scope.names if words else None
    if field is None or field.printed or known:
        return
    what = _of_actor(field.name, scope) if field.kind else field.name
    what = per.span.text if len(per.span.text.split()) > 1 else what
    number = amount.quantifier.span.text if amount.quantifier else "1"
    many = what if number in ("1", "a", "an") else f"{number} * {what}"
    help = f"write `({many}) {amount.value.span.text}`"
    raise CheckError("CW217", f"`{per.span.text}` is a number, not a set", per.span, help)


def _is_cell(name: str, scope: Scope) -> bool:
    return cell_named(name, scope) is not None


def cell_named(name: str, scope: Scope) -> Field | None:
    """The state of players, or of the game, with this name; `step` is `steps`."""
    board = scope.context.board
    cells = {**board.state, **board.fields("player")}
    return cells.get(with_singular(name, cells))


def counter(word: Word, scope: Scope) -> Field:
    board, field = scope.context.board, cell_named(word.text, scope)
    if field is None or field.printed or field.type != NUMBER:
        fields = {**board.fields("player"), **board.state}
        names = [f.name for f in fields.values() if not f.printed and f.type == NUMBER]
        help = intended_counter(word.text) or did_you_mean(word.text, _with_singulars(names))
        raise CheckError("CW222", f"`{word.text}` is not a counter", word.span,
                         help or which(word.text, names))  # fmt: skip
    return field


def _with_singulars(names: list[str]) -> list[str]:
    """Names, and their singulars: `steps` and `step`."""
    return [*dict.fromkeys([*names, *map(singular, names)])]


def shared_counter(phrase: ast.Phrase, scope: Scope) -> tuple[Field, ast.Of] | None:
    """`stock of salt`: the state of a player or the game, and its key; None for others."""
    noun, board = phrase.value, scope.context.board
    if not isinstance(noun, ast.NounPhrase) or noun.of is None or len(noun.words.names) != 1:
        return None
    word = noun.words.names[0].text
    found = board.indexed_state("player", word) or board.indexed_state("", word)
    return (found, noun.of) if found is not None and found.type == NUMBER else None
