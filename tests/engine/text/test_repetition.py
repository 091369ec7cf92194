"""Replies that repeat themselves without end are noticed; lists, tables and drawings are not."""

import base64
import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text import repetition
from engine.text.repetition import LONGEST_PERIOD, RepetitionDetector

# Of SmolLM2-135M-Instruct; the endless ones were sampled greedily, and end where that is noticed.
REPLIES = json.loads(Path(__file__).with_name("repeating_replies.json").read_text("utf-8"))
RANDOM = random.Random(7)
WORDS = [
    "sea",
    "wind",
    "star",
    "night",
    "song",
    "heart",
    "blue",
    "deep",
    "silver",
    "gull",
    "rope",
    "tide",
    "salt",
    "moon",
]


def noticed(text: str, size: int = 4) -> int | None:
    """Return how many characters were written when a repetition was noticed, in pieces."""
    detector = RepetitionDetector()
    for start in range(0, len(text), size):
        if detector.feed(text[start : start + size]):
            return start + size
    return None


def words(count: int) -> str:
    return " ".join(RANDOM.choice(WORDS) for _ in range(count))


# Each as in the report of a user; the words are ours.
ENDLESS = {
    "one token": "Yes. " + "!" * 8000,
    "one word": "So " + "the " * 1500,
    "one sign": "G" * 8000,
    "line breaks": "Hello." + "\n" * 4000,
    "no-break spaces (gemma 622)": '<p class="' + "\u00a0" * 4000,
    "signs (ollama 12152)": "It runs on many machines. One" + "#" * 4000,
    "a name (ollama 2805)": "RELAY-" * 1500,
    "a fragment (llama.cpp 6762)": "I hope that helps!" + " Let me   (   Let me   )  " * 200,
    "a sentence (llama.cpp 10312)": "The balancer picks the next server in the list. " * 100,
    "a paragraph (candle 2068)": "I study proofs.\n\n" + (words(90) + ".\n\n") * 12,
    "a page": (words(500) + "\n") * 8,
    "control texts (llama.cpp 19585)": "".join(
        f"what do you know?<|im_end|>\n<|im_start|>assistant{number}\n" for number in range(900)
    ),
    "a sentence with a number": "".join(
        f"Then I went to house number {number} and knocked on its door. " for number in range(900)
    ),
    "a list from its beginning": "".join(
        f"{number + 1}. The {WORDS[number % 14]} of the north and of the south\n"
        for number in range(600)
    ),
    "blocks of code (Qwen2.5-Coder)": "Run this:\n```python\nprint('hello world')\n```\n" * 80,
    "a line of code": "```python\n" + "total = total + 1\n" * 1200,
    "a line of code without an end": "```python\nfun = " + "lambda i: " * 900,
    "a ruler of a table": "| a | b |\n|" + "-" * 6000,
    "Chinese (DeepSeek-V3 1550)": "好的。" + "可以吃玉米。" * 300,
    "Chinese, long (self-llm 237)": "我住在海边的小镇。家父是一位老船长。臣妾" * 80,
    "one Chinese character": "的" * 1500,
    "Japanese": "今日はいい天気ですね。散歩に行きましょう。" * 80,
    "an emoji": "Sure! " + "😂" * 4000,
    "two emojis": "Sure! " + "🎉🎊" * 2000,
    "thinking (1Cat-vLLM 569)": "I need to look at this. Let\n me paste the note.\n</think>\n" * 90,
    "thinking in two states (MiMo-Code 914)": (
        "Actually, I should just start working.\n\nLet me make a list and begin.\n\n"
        "No, wait. I think that I should just start working.\n\n"
    )
    * 40,
}

WANTED = {
    "a poem with a refrain": "".join(
        f"{words(6)},\n{words(6)},\nand the sea rolls on, and the sea rolls on,\n"
        "and the sea rolls on for ever.\n\n"
        for _ in range(80)
    ),
    "a chorus at the end": words(200) + "\n" + "Around the world, around the world\n" * 40,
    "a table with equal rows": "| Day | Open |\n|---|---|\n" + "| Monday | closed |\n" * 300,
    "a table without content": "| a | b | c |\n|---|---|---|\n" + "|   |   |   |\n" * 400,
    "code with equal lines": "```c\n" + "    wait_for(clock);\n" * 300 + "```\n",
    "code without a fence": "counter += 1\n" * 400,
    "an array of zeros": "```c\nint table[] = {\n" + "0x00, 0x00, 0x00, 0x00,\n" * 300 + "};\n```",
    "a list of 200 entries": "".join(f"{n}. Entry {n} of the long list\n" for n in range(1, 201)),
    "a list of 200 equal entries": "".join(f"{n}. Buy bread and milk\n" for n in range(1, 201)),
    "a rota of 200 days": "".join(
        f"{n + 1}. {('Ann', 'Ben', 'Cid', 'Dora', 'Eve')[n % 5]}\n" for n in range(200)
    ),
    "200 records": "```json\n"
    + "".join(f'{{"id": {n}, "name": "user{n}", "is_active": true}},\n' for n in range(200)),
    "base64": base64.b64encode(RANDOM.randbytes(12_000)).decode(),
    "base64 with zeros": base64.b64encode(
        RANDOM.randbytes(60) + bytes(2000) + RANDOM.randbytes(60)
    ).decode(),
    "a hex dump": "".join(
        f"{n * 16:08x}  {RANDOM.randbytes(16).hex(' ')}  |................|\n" for n in range(300)
    ),
    "a hex dump of zeros": "".join(
        f"{n * 16:08x}  {bytes(16).hex(' ')}  |................|\n" for n in range(300)
    ),
    "a box of ASCII art": f"+{'-' * 78}+\n" + f"|{' ' * 78}|\n" * 60 + f"+{'-' * 78}+\n",
    "a filled square": ("#" * 80 + "\n") * 80,
    "a tree of ASCII art": "".join(f"{'*' * (2 * n + 1):^121}\n" for n in range(60)),
    "a grid of emojis": ("🟩" * 20 + "\n") * 40,
    "a song that counts": "".join(
        f"{n} bottles of juice on the wall, {n} bottles of juice.\n"
        f"Take one down and pass it around, {n - 1} bottles of juice on the wall.\n\n"
        for n in range(99, 0, -1)
    ),
    "numbers": ", ".join(str(number) for number in range(1, 3000)),
    "a sentence of penance": "I will not talk in class.\n" * 60,
    "laughter": "Ha" * 200 + "!" * 100 + "哈" * 100 + "😂" * 100,
    "Chinese prose": "".join(chr(RANDOM.randrange(0x4E00, 0x9FA5)) for _ in range(6000)),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_reply_is_noticed(name: str) -> None:
    assert noticed(ENDLESS[name]) is not None


@pytest.mark.parametrize("name", WANTED)
def test_what_a_reader_may_want_is_not_ended(name: str) -> None:
    assert noticed(WANTED[name]) is None


@pytest.mark.parametrize("reply", REPLIES["endless"], ids=lambda each: each["prompt"])
def test_a_reply_that_a_model_never_ended_is_noticed(reply: dict[str, str]) -> None:
    assert noticed(reply["text"]) is not None


@pytest.mark.parametrize("reply", REPLIES["wanted"], ids=lambda each: each["prompt"])
def test_a_good_reply_of_a_model_is_not_ended(reply: dict[str, str]) -> None:
    assert noticed(reply["text"]) is None


@pytest.mark.parametrize("name", ["a sentence (llama.cpp 10312)", "one word", "an emoji"])
def test_a_short_loop_costs_a_screen_of_text_at_most(name: str) -> None:
    at = noticed(ENDLESS[name])
    assert at is not None
    assert at < 2100


@st.composite
def _texts(draw: st.DrawFn) -> str:
    """Texts that are about to repeat themselves, or nearly do."""
    block = draw(st.text("ab 1\n|`#的😂.", min_size=1, max_size=40))
    beginning = draw(st.text("ab 1\n`", max_size=30))
    count = draw(st.integers(1, 5000 // len(block)))
    return beginning + block * count + draw(st.text("ab1", max_size=5)) + block * 20


@given(_texts(), st.data())
def test_the_verdict_does_not_depend_on_the_pieces(text: str, data: st.DataObject) -> None:
    sizes = data.draw(st.lists(st.integers(1, 5000), min_size=1, max_size=6))
    whole, pieces = RepetitionDetector(), RepetitionDetector()
    at = number = 0
    while at < len(text):
        size = sizes[number % len(sizes)]
        pieces.feed(text[at : at + size])
        at, number = at + size, number + 1
    assert pieces.is_repeating == whole.feed(text)


@given(st.text("ab 1\n的", min_size=1, max_size=60), st.integers(1, 200))
def test_a_text_of_random_characters_and_one_repetition_is_not_ended(block: str, size: int) -> None:
    assert noticed(block * 2, size) is None


def test_a_longer_reply_costs_no_more_memory() -> None:
    detector = RepetitionDetector()
    for _ in range(10):
        detector.feed(words(600))
    for each in (detector._exact, detector._numbered):  # noqa: SLF001 (has no public door)
        assert len(each._text) <= 3 * LONGEST_PERIOD  # noqa: SLF001
        assert len(each._seen) <= 3 * LONGEST_PERIOD  # noqa: SLF001


def test_blocks_are_looked_at_for_no_longer_than_the_text_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each pair of words was written before, so that a period is suspected all the time."""
    looked_at: list[str] = []

    def look(block: str) -> str:
        looked_at.append(block)
        return block

    monkeypatch.setattr(repetition, "_whole_lines", look)
    texts = [words(4000), *(WANTED[name] for name in ("a hex dump", "a song that counts"))]
    for text in texts:
        RepetitionDetector().feed(text)
    assert sum(map(len, looked_at)) <= sum(map(len, texts))


def test_a_second_reply_is_counted_anew() -> None:
    """Continue writes a reply of its own."""
    text = ENDLESS["a sentence (llama.cpp 10312)"]
    at = noticed(text)
    assert at is not None
    assert noticed(text[at : at + 1000]) is None
