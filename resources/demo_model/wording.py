"""How people ask: patterns spelled out, framed, decorated and mistyped."""

import random
import re
import string

from resources.demo_model.intents import Intent, Lore

_CHOICE = re.compile(r"\(([^()]*)\)")
_THING = re.compile(r"\{(\w+)\}")
_ROWS = ("qwertyuiop", "asdfghjkl", "zxcvbnm")


def spell_out(pattern: str, draw: random.Random) -> str:
    """Choose one of each (a|b|c) in the pattern."""
    while "(" in pattern:
        pattern = _CHOICE.sub(lambda match: draw.choice(match[1].split("|")), pattern)
    return " ".join(pattern.split())


def normalized(text: str) -> str:
    """Return the text without case, punctuation and extra spaces, to compare questions."""
    return " ".join(re.sub(r"[^\w+/]+", " ", text.lower()).split())


def doing(text: str) -> str:
    """Return a wish in its -ing form: "open a tab" becomes "opening a tab"."""
    verb, _, rest = text.partition(" ")
    if re.fullmatch(r"[^aeiou]*[aeiou][bdgmnpt]", verb):
        verb += verb[-1]
    elif verb.endswith("e") and not verb.endswith(("be", "ee")):
        verb = verb[:-1]
    return f"{verb}ing {rest}".strip()


class Wording:
    """Words questions as people do, from the phrases that it is given."""

    def __init__(self, lore: Lore, draw: random.Random) -> None:
        self._lore = lore
        self._draw = draw

    def phrase(self, kind: str) -> str:
        """Return one phrase of a kind, spelled out."""
        return spell_out(self._draw.choice(self._lore.phrases[kind]), self._draw)

    def question(self, intent: Intent) -> str:
        """Return one way to ask for the intent, as a person may type it."""
        things = self._lore.things
        text = _THING.sub(
            lambda match: self._draw.choice(things[match[1]]), self._plain_question(intent)
        )
        return self.as_typed(text)

    def as_typed(self, text: str) -> str:
        """Return the text as a person may type it: decorated, in any case, with slips."""
        if self._draw.random() < 0.12:
            text = self.phrase("openers") + " " + text
        if self._draw.random() < 0.12:
            text += self._draw.choice(self._lore.phrases["closers"])
        for _ in range(self._draw.choice((0, 0, 0, 1, 2))):
            text = text.replace(*self._draw.choice(self._lore.swaps))
        if self._draw.random() < 0.3:
            text = self._reworded(text)
        if self._draw.random() < 0.2:
            text = self._mistyped(text)
        return self._cased(text) + self._draw.choice(self._lore.phrases["punctuation"])

    def unheard_of(self) -> str:
        """Return a question about things that nobody ever heard of."""
        text = self.phrase("unheard_of")
        while "{" in text:
            word = self.invented_name()
            if self._draw.random() < 0.6:
                word = self._draw.choice(
                    self._lore.things[self._draw.choice(list(self._lore.things))]
                )
            text = text.replace("{x}" if "{x}" in text else "{y}", word, 1)
        return self.as_typed(text)

    def nonsense(self) -> str:
        """Return keys hit at random."""
        if self._draw.random() < 0.2:
            return self._draw.choice(self._lore.phrases["hits"])
        letters = self._draw.choice((*_ROWS, string.ascii_lowercase, "jkfdsl"))
        return " ".join(
            "".join(self._draw.choices(letters, k=self._draw.randint(3, 9)))
            for _ in range(self._draw.choice((1, 1, 1, 2, 3)))
        )

    def name(self) -> str:
        """Return a name, mostly one that nobody has, so that it is copied and not known."""
        name = self._draw.choice(self._lore.phrases["names"])
        if self._draw.random() < 0.6:
            name = self.invented_name().capitalize()
        return name.lower() if self._draw.random() < 0.3 else name

    def invented_name(self) -> str:
        """Return some syllables."""
        return "".join(
            self._draw.choice("bcdfghjklmnprstvwz")
            + self._draw.choice("aeiou")
            + self._draw.choice(("", "", "n", "r", "l", "s"))
            for _ in range(self._draw.choice((1, 2, 2, 3)))
        )

    def _plain_question(self, intent: Intent) -> str:
        kinds = {"do": intent.do, "noun": intent.noun, "key": intent.shortcut, "ask": intent.ask}
        shares = {"do": 3.0, "noun": 1.2, "key": 0.7, "ask": 3.5}
        kind = self._draw.choices(
            list(kinds), [shares[kind] * bool(patterns) for kind, patterns in kinds.items()]
        )[0]
        text = spell_out(self._draw.choice(kinds[kind]), self._draw)
        if kind == "do" and self._draw.random() < 0.15:
            return self.phrase("frames_doing").replace("{doing}", doing(text))
        return text if kind == "ask" else self.phrase(f"frames_{kind}").replace(f"{{{kind}}}", text)

    def _reworded(self, text: str) -> str:
        """Return the text with a word left out, put in or out of place.

        The model then learns to go by all the words that it knows, not by whole phrases.
        """
        words = text.split()
        for _ in range(1 + len(words) // 6):
            at = self._draw.randrange(len(words))
            change = self._draw.choice(("drop", "drop", "insert", "insert", "swap"))
            if change == "insert":
                words.insert(at, self._draw.choice(self._lore.phrases["fillers"]))
            elif len(words) < 4:
                continue
            elif change == "drop":
                del words[at]
            else:
                words.insert(self._draw.randrange(len(words)), words.pop(at))
        return " ".join(words)

    def _mistyped(self, text: str) -> str:
        for _ in range(self._draw.choice((1, 1, 1, 2))):
            places = [at for at, letter in enumerate(text) if letter.isalpha()]
            if len(places) < 6:
                return text
            at = self._draw.choice(places)
            text = text[:at] + self._slip(text[at : at + 2]) + text[at + 2 :]
        return text

    def _slip(self, letters: str) -> str:
        """Return one or two letters with the first one missed, doubled, swapped or beside."""
        first, rest = letters[0], letters[1:]
        return self._draw.choice((rest, first + letters, rest + first, self._beside(first) + rest))

    def _beside(self, letter: str) -> str:
        row = next((row for row in _ROWS if letter.lower() in row), letter.lower())
        at = row.index(letter.lower()) + self._draw.choice((-1, 1))
        return row[max(0, min(at, len(row) - 1))]

    def _cased(self, text: str) -> str:
        kind = self._draw.random()
        if kind < 0.45:
            return text[:1].upper() + text[1:]
        if kind < 0.93:
            return text.lower()
        return text.upper() if kind < 0.95 else text
