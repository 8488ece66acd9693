"""A noun with everything that a phrase says about its members."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field, replace

from cardwright.language.english.clauses import joined
from cardwright.language.english.noun_phrases import (
    ANY,
    NONE,
    OTHER,
    At,
    Denied,
    InOrder,
    Number,
    OtherThan,
    Quantity,
    Whose,
    bare,
    is_the,
)
from cardwright.language.inflection import article
from cardwright.source.records import dataclass


@dataclass(slots=True)
class Noun:
    """A noun phrase: `your` + `damaged` + `cart` + `in the town`.

    `fixed` is a ready-made phrase in place of the noun: `the row` + `that are damaged`.
    """

    kind: str = ""
    many: str = ""
    whose: str = ""
    before: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    where: list[str] = field(default_factory=list)
    fixed: str = ""
    all: str = ""  # the ready-made one where all of them are meant: `York and Hull`
    is_single: bool = False  # the ready-made phrase is one thing: `York`
    called: str = ""  # the author's name for one of them, in `where`
    is_face: bool = False  # the noun is a face of dice: `hits`
    nested: bool = False  # a noun in `where` has its own `where`

    def qualify(self, word: str) -> None:
        """Adds an adjective; `not damaged` becomes `non-damaged`."""
        if self.fixed or not isinstance(word, Denied):
            self.before.append(word)
        elif word.of and " " not in word.of:
            self.before.append(f"non-{word.of}")
        else:
            self.after.insert(0, word)

    def exclude(self, what: str) -> None:
        """`other than the first cart or the second`; nothing, if its value is none."""
        if what == NONE:
            return
        if self.after and isinstance(self.after[-1], OtherThan):
            self.after[-1] = OtherThan(f"{self.after[-1]} or {what}")
        else:
            self.after.append(OtherThan(f"other than {what}"))

    def _tests(self) -> list[str]:
        """The tests at the end: `where it fits`."""
        called = [f"({self.called})"] if self.called else []
        if not self.where:
            return called
        word = "such that" if self.nested else "where"
        follows = bool(self.after) and isinstance(self.after[-1], Whose) and not self.called
        return [*called, f"{'and ' * follows}{word} {joined(self.where)}"]

    def _said(self, noun: str) -> str:
        more = [*self.after, *self._tests()]
        if self.fixed:
            return self._fixed(more)
        for at, words in enumerate(more[:-1]):
            if isinstance(words, OtherThan):  # the words that follow are not about that
                noun, more[at] = f"{' '.join([noun, *more[:at]])},", f"{words},"
                del more[:at]
                break
        return " ".join([*self.before, noun, *more])

    def _fixed(self, more: Sequence[str]) -> str:
        """`the other carts that are damaged and yours`: adjectives of a ready-made phrase."""
        other = is_the(self.fixed) and OTHER in self.before
        being = [word for word in self.before if not other or word != OTHER]
        being += [f"{self.whose}s"] if self.whose else []
        which = [f"that are {' and '.join(being)}"] if being else []
        also = ["and"] if being and self.after and isinstance(self.after[0], Whose) else []
        said = f"the {OTHER} {bare(self.fixed)}" if other else self.fixed
        parts = [*which, *also, *more]
        return " ".join([said, *parts]) if parts else said

    @property
    def one(self) -> str:
        return self._said(self.kind)

    @property
    def several(self) -> str:
        return self._said(self.many)

    @property
    def plural(self) -> str:
        return f"{self.whose} {self.several}" if self.whose and not self.fixed else self.several

    @property
    def of_several(self) -> bool:
        """Whether one of them is called *one of* them."""
        return bool(self.whose or self.fixed)

    @property
    def _all(self) -> str:
        return replace(self, fixed=self.all).plural if self.all else self.plural

    @property
    def a(self) -> str:
        return f"one of {self._all}" if self.of_several else article(self.one)

    @property
    def another(self) -> str:
        """One of them with an article: *another* town, not *an other* one."""
        if self.of_several or self.before[:1] != [OTHER]:
            return self.a
        return f"another {replace(self, before=self.before[1:]).one}"

    @property
    def each(self) -> str:
        return f"each of {self._all}" if self.of_several else f"each {self.one}"

    @property
    def each_who(self) -> str:
        """`each player, starting with you,`: before what they do."""
        at = next((n for n, word in enumerate(self.after) if isinstance(word, InOrder)), None)
        if at is None:
            return self.each
        before = replace(self, after=self.after[:at], where=[], called="").each
        return f"{before}, {' '.join([*self.after[at:], *self._tests()])},"

    def counted(self, number: str) -> str:
        """`2 carts`, `1 of your carts`, `up to 3 bases`; `carts`, if `at_the_end` follows."""
        if isinstance(number, Number):
            number = Quantity(number, number)
        if not isinstance(number, Quantity) or not number.known:
            return f"{'some of ' if self.of_several else ''}{self.plural}"
        if self.is_single and number == "1" and not (self.before or self.where):
            return self._all
        if self.of_several or number == ANY:
            return f"{number} of {self._all}"
        return f"{number} {self.one if number.one else self.several}"

    def taken(self) -> Noun:
        """The same things being taken away: `miners from bases`, not `on bases`."""
        first = next((words for words in self.after if isinstance(words, At)), None)
        after = [words.origin if words is first is not None else words for words in self.after]
        return replace(self, after=after)
