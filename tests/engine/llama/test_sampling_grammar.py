"""Grammars and JSON schemas: nothing forbidden is said, nothing allowed is missed."""

import itertools
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from msgspec.structs import replace

from engine.backend import BatchEntry, DecodeStatus, Sampler
from engine.llama import candidates, grammar
from engine.llama.backend import LlamaBackend
from engine.llama.sampling import BatchSampler, LlamaSampler
from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import Mirostat, SamplingParams
from engine.text.json_schema import grammar_of_schema
from tests.engine.llama.steps import PROMPT, tokens_of

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 6},
        "kind": {"enum": ["a", 'quo"te\\', None, "ü"]},
        "pairs": {"type": "array", "items": {"$ref": "#/$defs/pair"}, "maxItems": 2},
        "day": {"type": "string", "format": "date"},
    },
    "required": ["kind", "pairs"],
    "$defs": {"pair": {"prefixItems": [{"type": "integer"}, {"type": ["boolean", "null"]}]}},
}
WISHES = [
    SamplingParams(temperature=0.0),
    SamplingParams(temperature=5.0, top_k=100_000, top_p=1.0, min_p=0.0, seed=2),
    SamplingParams(seed=3, xtc_probability=1.0, typical_p=0.5, repeat_penalty=1.2),
    SamplingParams(seed=4, mirostat=Mirostat()),
]


def reply(
    backend: LlamaBackend, params: SamplingParams, limit: int = 400, *, is_apart: bool = False
) -> str:
    """Return a reply that the model ended itself."""
    sampler = backend.new_sampler(params, [])
    tokens, data = tokens_of(backend), b""
    backend.clear(0)
    for _ in range(limit):
        entry = BatchEntry(0, tokens, backend.token_count(0), logit_count=1)
        assert backend.decode([entry]) is DecodeStatus.DONE
        token = _apart(backend, sampler) if is_apart else backend.sample([(sampler, 0)])[0]
        assert token is not None
        if backend.vocabulary.is_end_of_generation(token):
            sampler.close()
            return data.decode()
        data += backend.vocabulary.piece(token)
        tokens = [token]
    raise AssertionError(f"no end after {data!r}")


def _apart(backend: LlamaBackend, sampler: Sampler) -> int | None:
    """Choose on another thread, while the next call overwrites the logits."""
    job = backend.sample_apart(sampler, 0)
    backend.logits()[:] = 0
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(job).result()


@pytest.mark.parametrize("params", WISHES)
def test_a_token_that_is_chosen_apart_is_the_same(
    plain: LlamaBackend, params: SamplingParams
) -> None:
    bound = replace(params, grammar=grammar_of_schema(json.dumps(SCHEMA)))
    assert reply(plain, bound, is_apart=True) == reply(plain, bound)


@pytest.mark.parametrize("params", WISHES)
def test_behind_reasoning_a_grammar_begins_where_the_answer_does(
    plain: LlamaBackend, params: SamplingParams
) -> None:
    free = sampled_text(plain, plain.new_sampler(params, []), 12)
    sampler = plain.new_sampler(
        replace(params, grammar='root ::= "yes" "no"*'), [], is_reasoning=True
    )
    assert sampled_text(plain, sampler, 12) == free
    sampler = plain.new_sampler(
        replace(params, grammar='root ::= "yes" "no"*'), [], is_reasoning=True
    )
    reasoned = sampled_text(plain, sampler, 6)
    sampler.begin_answer()
    answer = sampled_text(plain, sampler, 8, goes_on=True)
    assert reasoned == free[:6]
    text = b"".join(plain.vocabulary.piece(token) for token in answer).decode()
    assert re.match("yes(no)*", text)


@pytest.mark.parametrize("params", WISHES)
def test_a_model_may_open_reasoning_that_a_grammar_would_forbid(
    plain: LlamaBackend, params: SamplingParams
) -> None:
    form = replace(params, grammar='root ::= "yes" "no"*')
    free = sampled_text(plain, plain.new_sampler(params, []), 6)
    sampler = plain.new_sampler(form, [], opening_tokens=frozenset({free[0]}))
    assert sampled_text(plain, sampler, 6) == free
    sampler.begin_answer()
    answers = [sampled_text(plain, sampler, 8, goes_on=True)]
    others = frozenset(range(plain.vocabulary.size)) - {free[0]}
    answers.append(sampled_text(plain, plain.new_sampler(form, [], opening_tokens=others), 8))
    for answer in answers:
        text = b"".join(plain.vocabulary.piece(token) for token in answer).decode()
        assert re.match("yes(no)*", text)


def sampled_text(
    backend: LlamaBackend, sampler: Sampler, count: int, *, goes_on: bool = False
) -> list[int]:
    """Return so many tokens; behind the prompt, or behind what the slot holds."""
    if not goes_on:
        backend.clear(0)
    tokens, reply = tokens_of(backend, "<|im_start|>" if goes_on else PROMPT), list[int]()
    for _ in range(count):
        entry = BatchEntry(0, tokens, backend.token_count(0), logit_count=1)
        assert backend.decode([entry]) is DecodeStatus.DONE
        (token,) = backend.sample([(sampler, 0)])
        assert token is not None
        reply.append(token)
        if backend.vocabulary.is_end_of_generation(token):
            break
        tokens = [token]
    return reply


@pytest.mark.parametrize("params", WISHES)
def test_a_schema_forces_json_that_fits_it(plain: LlamaBackend, params: SamplingParams) -> None:
    grammar = grammar_of_schema(json.dumps(SCHEMA))
    made = json.loads(reply(plain, replace(params, grammar=grammar)))
    assert {"kind", "pairs"} <= made.keys() <= {"name", "kind", "pairs", "day"}
    assert made["kind"] in ["a", 'quo"te\\', None, "ü"]
    assert all(type(one) is int and two in (True, False, None) for one, two in made["pairs"])
    assert len(made.get("name", "")) <= 12  # six characters, some as surrogate escapes


@pytest.mark.parametrize("params", WISHES)
def test_a_grammar_is_followed_to_its_end(plain: LlamaBackend, params: SamplingParams) -> None:
    text = reply(plain, replace(params, grammar='root ::= ("fox" | "dog " [0-9]){2,4} "."'))
    assert re.fullmatch(r"(fox|dog [0-9]){2,4}\.", text)


@pytest.mark.parametrize("params", WISHES)
def test_an_allowed_token_is_found_however_unlikely(
    plain: LlamaBackend, params: SamplingParams
) -> None:
    vocabulary = plain.vocabulary
    batch_sampler = BatchSampler(vocabulary.size, vocabulary)
    (allowed,) = vocabulary.tokenize("~", parse_special=False)
    rows = np.linspace(0, 60, vocabulary.size, dtype=np.float32)[None, ::-1].copy()
    rows[0, allowed] = -50.0
    sampler = batch_sampler.new_sampler(replace(params, grammar='root ::= "~~"'), [])
    chosen = [batch_sampler.sample([sampler], rows)[0] for _ in range(3)]
    assert chosen[:2] == [allowed, allowed]
    assert chosen[2] is not None
    assert vocabulary.is_end_of_generation(chosen[2])


@pytest.mark.parametrize("params", WISHES)
def test_a_control_token_is_not_taken_for_its_name(
    plain: LlamaBackend, params: SamplingParams
) -> None:
    vocabulary = plain.vocabulary
    batch_sampler = BatchSampler(vocabulary.size, vocabulary)
    (start,) = vocabulary.tokenize("<|im_start|>", parse_special=True)
    rows = np.zeros((1, vocabulary.size), dtype=np.float32)
    rows[0, start] = 50.0
    sampler = batch_sampler.new_sampler(replace(params, grammar="root ::= .{30}"), [])
    assert start not in [batch_sampler.sample([sampler], rows)[0] for _ in range(8)]


def test_a_grammar_without_a_way_on_fails_its_own_row_only(plain: LlamaBackend) -> None:
    vocabulary = plain.vocabulary
    batch_sampler = BatchSampler(vocabulary.size, vocabulary)
    rows = np.zeros((3, vocabulary.size), dtype=np.float32)
    bias = tuple((token, -np.inf) for token in range(vocabulary.size) if token != 65)
    wishes = [
        SamplingParams(seed=1),
        SamplingParams(seed=1, grammar='root ::= "~"', logit_bias=bias),
        SamplingParams(temperature=0.0, grammar='root ::= "~"', logit_bias=bias),
    ]
    samplers = [batch_sampler.new_sampler(wish, []) for wish in wishes]
    chosen = batch_sampler.sample(samplers, rows)
    assert [token is None for token in chosen] == [False, True, True]
    assert [sampler.fault is None for sampler in samplers] == [True, False, False]
    assert "allows none" in str(samplers[1].fault)


MANY_READINGS = "root ::= " + " ".join(["[a-z ]*"] * 64)


def test_a_slow_grammar_is_given_up_and_said_to_be_slow(
    plain: LlamaBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(grammar, "MAX_SECONDS", 0.0)
    sampler = sampler_of(plain, MANY_READINGS)
    assert sampled(plain, sampler) is None
    assert "takes more than" in str(sampler.fault)
    assert sampled(plain, sampler) is None, "and is not tried again"


def test_other_programs_make_no_grammar_a_slow_one(
    plain: LlamaBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = itertools.count(0, 3)  # seconds pass between any two looks
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    sampler = sampler_of(plain, 'root ::= "~"*')
    assert sampled(plain, sampler) is not None
    assert sampler.fault is None


def test_a_grammar_of_a_request_that_has_ended_stops_after_a_part(
    plain: LlamaBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampler = sampler_of(plain, MANY_READINGS)
    parts: list[int] = []

    def apply(chain: object, reference: object) -> None:
        parts.append(1)
        if len(parts) == 3:
            sampler.give_up()  # as the engine's thread does meanwhile
        candidates_apply(chain, reference)

    candidates_apply = candidates._apply  # noqa: SLF001 (its calls are counted)
    monkeypatch.setattr(candidates, "_apply", apply)
    monkeypatch.setattr(candidates, "_FIRST_PART", 1)
    monkeypatch.setattr(candidates, "_GROWTH", 1)
    assert sampled(plain, sampler) is None
    assert len(parts) == 3
    assert sampler.fault is None


@pytest.mark.parametrize("params", WISHES)
def test_parts_of_the_candidates_are_like_all_of_them(
    plain: LlamaBackend, params: SamplingParams, monkeypatch: pytest.MonkeyPatch
) -> None:
    bound = replace(params, grammar=grammar_of_schema(json.dumps(SCHEMA)))
    whole = reply(plain, bound)
    monkeypatch.setattr(candidates, "_FIRST_PART", 7)
    monkeypatch.setattr(candidates, "_GROWTH", 1)
    assert reply(plain, bound) == whole


def sampler_of(backend: LlamaBackend, text: str) -> LlamaSampler:
    sampler = BatchSampler(backend.vocabulary.size, backend.vocabulary)
    return sampler.new_sampler(SamplingParams(seed=1, grammar=text), [])


def sampled(backend: LlamaBackend, sampler: LlamaSampler) -> int | None:
    vocabulary = backend.vocabulary
    rows = np.zeros((1, vocabulary.size), dtype=np.float32)
    return BatchSampler(vocabulary.size, vocabulary).sample([sampler], rows)[0]


def test_what_the_library_refuses_is_said_in_words(plain: LlamaBackend) -> None:
    nested = 'root ::= ("b" "a"{0,60}){0,60}'
    with pytest.raises(InvalidSampling, match="cannot follow"):
        plain.new_sampler(SamplingParams(grammar=nested), [])


HOSTILE = [
    'root ::= "a"',
    "root ::= " + "(" * 32 + '"a"' + ")" * 32,
    'root ::= "a"{2000}',
    "root ::= [a]{0,2000} [a]{0,2000}",
    'root ::= x "!"\nx ::= "a" x "b" | "a" x "c" | "d"',
    'root ::= "\\x00"',
    "root ::= [\\U0010FFFF-\\U00110000]",
    'root ::= "(" root ")" | "a"',
    'root ::= ("a" | "aa" | "aaa")*',
    "root ::= [^a]* [^b]* [^c]*",
    "root ::= .{0,1000}",
    "\n".join([f'r{n} ::= "a" | r{n + 1}' for n in range(900)] + ['r900 ::= "b"', "root ::= r0"]),
    '{"type": "array", "items": {"$ref": "#"}}',
    '{"anyOf": [{"type": "array", "items": {"$ref": "#"}}, {"type": "string"}]}',
]


def followed(*arguments: str, texts: list[str] | None = None) -> int:
    """Return how many grammars a process of its own has followed."""
    child = subprocess.run(
        [sys.executable, "-m", "tests.engine.llama.grammar_fuzz", *arguments],
        input=json.dumps(texts),
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert child.returncode == 0, child.stderr
    return int(child.stdout)


def test_no_hostile_grammar_ends_the_process() -> None:
    assert followed("-", texts=HOSTILE) >= len(HOSTILE) - 2


def test_no_mutated_grammar_ends_the_process() -> None:
    assert followed("7", "800") > 50
