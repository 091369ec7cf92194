"""Grammars and JSON schemas: nothing forbidden is said, nothing allowed is missed."""

import json
import re
from collections.abc import Sequence
from typing import Any

import jsonschema
import numpy as np
import pytest
from msgspec.structs import replace

from engine.backend import BatchEntry, DecodeStatus, Sampler
from engine.llama.backend import LlamaBackend
from engine.llama.sampling import BatchSampler, LlamaSampler
from engine.messages.sampling_params import Mirostat, SamplingParams
from tests.engine.llama.steps import PROMPT, tokens_of

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 6},
        "kind": {"enum": ["a", 'quo"te\\', None, "ü"]},
        "pairs": {"type": "array", "items": {"$ref": "#/$defs/pair"}, "maxItems": 2},
        "age": {"type": "integer", "minimum": 0, "maximum": 120},
        "day": {"type": "string", "format": "date"},
    },
    "required": ["kind", "pairs"],
    "additionalProperties": False,
    "$defs": {
        "pair": {
            "type": "array",
            "prefixItems": [{"type": "integer", "maximum": 99}, {"type": ["boolean", "null"]}],
            "items": False,
        }
    },
}
WISHES = [
    SamplingParams(temperature=0.0),
    SamplingParams(temperature=5.0, top_k=100_000, top_p=1.0, min_p=0.0, seed=2),
    SamplingParams(seed=3, xtc_probability=1.0, typical_p=0.5, repeat_penalty=1.2),
    SamplingParams(seed=4, mirostat=Mirostat()),
]


def sampler_of(
    backend: LlamaBackend, params: SamplingParams, recent: Sequence[int] = (), **options: Any
) -> Sampler:
    """Return a sampler with the compiled grammar of a request."""
    grammar = backend.compile_grammar(params)
    return backend.new_sampler(params, recent, grammar=grammar, **options)


def reply(backend: LlamaBackend, params: SamplingParams, limit: int = 400) -> str:
    """Return a reply that the model ended itself."""
    sampler = sampler_of(backend, params)
    tokens, data = tokens_of(backend), b""
    backend.clear(0)
    for _ in range(limit):
        entry = BatchEntry(0, tokens, backend.token_count(0), logit_count=1)
        assert backend.decode([entry]) is DecodeStatus.DONE
        (token,) = backend.sample([(sampler, 0)])
        assert token is not None, sampler.fault
        tokens = [token, *sampler.pop_forced()]
        ended = [each for each in tokens if backend.vocabulary.is_end_of_generation(each)]
        data += b"".join(map(backend.vocabulary.piece, tokens))
        if ended:
            sampler.close()
            return data.decode()
    raise AssertionError(f"no end after {data!r}")


@pytest.mark.parametrize("params", WISHES)
def test_behind_reasoning_a_grammar_begins_where_the_answer_does(
    plain: LlamaBackend, params: SamplingParams
) -> None:
    free = sampled_text(plain, plain.new_sampler(params, []), 12)
    sampler = sampler_of(plain, replace(params, grammar='root ::= "yes" "no"*'), is_reasoning=True)
    assert sampled_text(plain, sampler, 12) == free
    sampler = sampler_of(plain, replace(params, grammar='root ::= "yes" "no"*'), is_reasoning=True)
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
    sampler = sampler_of(plain, form, opening_tokens=frozenset({free[0]}))
    assert sampled_text(plain, sampler, 6) == free
    sampler.begin_answer()
    answers = [sampled_text(plain, sampler, 8, goes_on=True)]
    others = frozenset(range(plain.vocabulary.size)) - {free[0]}
    answers.append(sampled_text(plain, sampler_of(plain, form, opening_tokens=others), 8))
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
    made = json.loads(reply(plain, replace(params, json_schema=json.dumps(SCHEMA))))
    assert {"kind", "pairs"} <= made.keys() <= SCHEMA["properties"].keys()
    assert made["kind"] in ["a", 'quo"te\\', None, "ü"]
    jsonschema.validate(made, SCHEMA)


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
    sampler = bound(batch_sampler, replace(params, grammar='root ::= "~~"'))
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
    sampler = bound(batch_sampler, replace(params, grammar="root ::= .{30}"))
    assert start not in [batch_sampler.sample([sampler], rows)[0] for _ in range(8)]


def test_a_grammar_without_a_way_on_fails_its_own_row_only(plain: LlamaBackend) -> None:
    vocabulary = plain.vocabulary
    batch_sampler = BatchSampler(vocabulary.size, vocabulary)
    rows = np.zeros((3, vocabulary.size), dtype=np.float32)
    bias = tuple((token, -np.inf) for token in range(vocabulary.size) if token != 65)
    wishes = [
        SamplingParams(seed=1),
        SamplingParams(seed=1, grammar="root ::= [~!]", logit_bias=bias),
        SamplingParams(temperature=0.0, grammar="root ::= [~!]", logit_bias=bias),
    ]
    samplers = [bound(batch_sampler, wish) for wish in wishes]
    chosen = batch_sampler.sample(samplers, rows)
    assert [token is None for token in chosen] == [False, True, True]
    assert [sampler.fault is None for sampler in samplers] == [True, False, False]
    assert "allows none" in str(samplers[1].fault)


def bound(batch_sampler: BatchSampler, params: SamplingParams) -> LlamaSampler:
    return batch_sampler.new_sampler(params, [], grammar=batch_sampler.compile(params))


def drawn(backend: LlamaBackend, params: SamplingParams, *, forces: bool) -> tuple[list[int], int]:
    """Return a reply's tokens and how many calls it took."""
    sampler, tokens, calls = sampler_of(backend, params), tokens_of(backend), 0
    found: list[int] = []
    backend.clear(0)
    while not any(map(backend.vocabulary.is_end_of_generation, found)):
        entry = BatchEntry(0, tokens, backend.token_count(0), logit_count=1)
        assert backend.decode([entry]) is DecodeStatus.DONE
        (token,) = backend.sample([(sampler, 0)])
        assert token is not None
        tokens = [token, *(sampler.pop_forced() if forces else ())]
        found += tokens
        calls += 1
    return found, calls


@pytest.mark.parametrize("params", WISHES)
def test_forced_tokens_change_no_token(plain: LlamaBackend, params: SamplingParams) -> None:
    form = replace(params, json_schema=json.dumps(SCHEMA))
    quick, few = drawn(plain, form, forces=True)
    slow, many = drawn(plain, form, forces=False)
    assert quick == slow
    assert few < many


def test_tokens_with_log_probabilities_are_chosen_one_by_one(plain: LlamaBackend) -> None:
    params = SamplingParams(temperature=0.0, grammar='root ::= "one two three"', logprob_count=1)
    sampler = sampler_of(plain, params)
    for _ in range(3):
        sampled_text(plain, sampler, 1)
        assert sampler.pop_forced() == ()
        assert sampler.logprobs is not None


def test_a_grammar_waits_for_its_trigger_each_time(plain: LlamaBackend) -> None:
    vocabulary = plain.vocabulary
    params = SamplingParams(
        temperature=0.0, lark='start: "<call>" /[0-9]{2}/ "</call>"', grammar_triggers=("<call>",)
    )
    sampler = sampler_of(plain, params)
    text = said(plain, sampler, "a <ca", "ll>", free=5)
    assert re.fullmatch(r"a <call>\d\d</call>.+", text, re.DOTALL)
    again = said(plain, sampler, "<call", ">", free=5)
    assert re.fullmatch(r"<call>\d\d</call>.+", again, re.DOTALL)
    assert vocabulary.size > 0


def said(backend: LlamaBackend, sampler: Sampler, *pieces: str, free: int) -> str:
    """Return the text after the model was made to say some pieces, and what it adds itself."""
    assert isinstance(sampler, LlamaSampler)
    tokens: list[int] = []
    for piece in pieces:
        for token in backend.vocabulary.tokenize(piece, parse_special=False):
            sampler.remember(token)
            tokens += [token, *sampler.pop_forced()]
    rows = np.zeros((1, backend.vocabulary.size), dtype=np.float32)
    rows[0, backend.vocabulary.tokenize("7", parse_special=False)] = 1.0
    batch_sampler = BatchSampler(backend.vocabulary.size, backend.vocabulary)
    for _ in range(free):
        (chosen,) = batch_sampler.sample([sampler], rows)
        assert chosen is not None
        tokens += [chosen, *sampler.pop_forced()]
    return b"".join(map(backend.vocabulary.piece, tokens)).decode()


def test_fixed_text_of_lark_has_control_tokens(plain: LlamaBackend) -> None:
    (start,) = plain.vocabulary.tokenize("<|im_start|>", parse_special=True)
    (end,) = plain.vocabulary.tokenize("<|im_end|>", parse_special=True)
    lark = 'start: @"<|im_start|>tool\\n" "x" @"<|im_end|>"'
    tokens, _ = drawn(plain, SamplingParams(temperature=0.0, lark=lark), forces=True)
    assert (tokens[0], tokens[-1]) == (start, end)
    assert b"".join(map(plain.vocabulary.piece, tokens)) == b"tool\nx"


AMBIGUOUS = [
    "%llguidance {}\nstart: e\ne: e e e | e e | /[a-z]/",
    "root ::= " + " ".join(["[a-z ]*"] * 64),
]


@pytest.mark.parametrize("text", AMBIGUOUS)
def test_an_ambiguous_grammar_ends_its_reply_with_a_sentence(
    plain: LlamaBackend, text: str
) -> None:
    sampler = sampler_of(plain, SamplingParams(seed=1, temperature=5.0, grammar=text))
    batch_sampler = BatchSampler(plain.vocabulary.size, plain.vocabulary)
    rows = np.zeros((1, plain.vocabulary.size), dtype=np.float32)
    rows[0, plain.vocabulary.end_tokens] = -np.inf
    assert isinstance(sampler, LlamaSampler)
    token_count = 0
    while batch_sampler.sample([sampler], rows)[0] is not None:
        token_count += 1
    assert token_count < 1000
    assert "too ambiguous" in str(sampler.fault)


def test_drafted_tokens_are_checked_without_a_trace(plain: LlamaBackend) -> None:
    sampler = sampler_of(plain, SamplingParams(temperature=0.0, grammar='root ::= "ab" [0-9]*'))
    tokens = plain.vocabulary.tokenize("12", parse_special=False)
    sampled_text(plain, sampler, 1)
    sampler.pop_forced()
    letters = plain.vocabulary.tokenize("zz", parse_special=False)
    assert sampler.valid_count(tokens) == len(tokens)
    assert sampler.valid_count([*tokens, *letters]) == len(tokens)
    assert sampler.valid_count(letters) == 0
