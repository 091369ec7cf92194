"""Replies under grammars and schemas: their neighbours' gaps, and the speed of a forced reply.

worst_gap: two plain replies are written while 16 others follow grammars, among them ambiguous and
    exponential ones, some of which end with an error; plain_worst_gap: while 16 others are plain.
forced_speedup: a JSON reply of about 300 tokens, most of them fixed, with forced tokens relative
    to the same without (as with ``logprobs``); server_speedup: relative to llama-server with the
    same schema, by the duration of the whole reply, since texts and tokens may differ.
"""

import http.client
import json
import statistics
import time
from collections.abc import Sequence

from engine.messages.config import EngineConfig
from tests.benchmarks.harness import EngineHarness, Reply
from tests.benchmarks.peer import Peer
from tests.benchmarks.runner import Options, percentile, print_no_peer, run_benchmark
from tests.models.talker import STARTER_ENDS, STARTER_MODEL

SLOTS = 18
CONTEXT_WINDOW = 1024
NEIGHBOUR_TOKENS, QUICK_TOKENS = 250, 120
_QUESTION = "Write the data of a person as JSON."

GRAMMARS = (
    "%llguidance {}\nstart: e\ne: e e e | e e | /[a-z ]/",
    "root ::= " + " ".join(["[a-z ]*"] * 64),
    "root ::= " + " ".join(["b"] * 300) + "\nb ::= [a-z]* [0-9 ]*",
    "%llguidance {}\nstart: /([a-z ]|[a-m])*[aeiou]([a-z ]){25}x/",
    "%llguidance {}\nstart: /((.{0,100}x){0,100}y){0,100}/",
    'root ::= "(" root ")" root | [a-z ]+ root | "."',
)
PERSON: dict[str, object] = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "age": {"type": "integer", "maximum": 120}},
    "required": ["name", "age"],
    "additionalProperties": False,
}
# About 300 tokens, of which some are free.
FORM: dict[str, object] = {
    "type": "object",
    "properties": {
        f"answer_to_question_number_{number}": {
            "type": "object",
            "properties": {
                "is_certain": {"type": "boolean"},
                "confidence_percent": {"type": "integer", "minimum": 0, "maximum": 100},
                "language_of_answer": {"enum": ["English", "German"]},
            },
            "required": ["is_certain", "confidence_percent", "language_of_answer"],
            "additionalProperties": False,
        }
        for number in range(8)
    },
    "additionalProperties": False,
}
FORM["required"] = list(FORM["properties"])  # type: ignore[call-overload]


def measure(options: Options) -> dict[str, float]:
    """Measure gaps and speeds."""
    figures = gaps(QUICK_TOKENS if options.is_quick else NEIGHBOUR_TOKENS)
    rounds = 3 if options.is_quick else 7
    forced, one_by_one = forced_seconds(rounds)
    figures |= {
        "forced_seconds": forced,
        "one_by_one_seconds": one_by_one,
        "forced_speedup": one_by_one / forced,
    }
    if options.peer is None:
        print_no_peer()
    else:
        server = server_seconds(options, rounds)
        figures |= {"server_seconds": server, "server_speedup": server / forced}
    return figures


def gaps(token_count: int) -> dict[str, float]:
    """Return the neighbours' gaps next to grammars, and next to plain replies."""
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=SLOTS)
    figures: dict[str, float] = {}
    with EngineHarness(STARTER_MODEL, config) as engine:
        for prefix in ("plain_", ""):
            neighbours = [
                engine.ask(
                    f"{prefix}neighbour {number}",
                    [f"{number} Tell a story."],
                    max_tokens=token_count,
                    banned_tokens=STARTER_ENDS,
                )
                for number in range(2)
            ]
            engine.wait_for_tokens(neighbours, 5)
            since = time.perf_counter()
            others = [_other(engine, prefix, number) for number in range(SLOTS - 2)]
            engine.wait_for_tokens(neighbours, token_count - 30)
            until = time.perf_counter()
            found = [gap for each in neighbours for gap in each.gaps(since, until)]
            engine.stop(*[each for each in others if each.finished is None])
            engine.wait(*neighbours)
            figures[f"{prefix}worst_gap_ms"] = max(found) * 1000
            figures[f"{prefix}p50_gap_ms"] = percentile(found, 0.5) * 1000
    return figures


def _other(engine: EngineHarness, prefix: str, number: int) -> Reply:
    grammar, schema = None, None
    if not prefix:
        grammar = GRAMMARS[number] if number < len(GRAMMARS) else None
        schema = None if grammar else json.dumps({"type": "array", "items": PERSON})
    return engine.ask(
        f"{prefix}other {number}",
        [f"{number} {_QUESTION}"],
        max_tokens=CONTEXT_WINDOW - 200,
        temperature=1.5,
        banned_tokens=() if schema or grammar else STARTER_ENDS,
        grammar=grammar,
        schema=schema,
    )


def forced_seconds(rounds: int) -> tuple[float, float]:
    """Return the median duration of a reply with forced tokens, and without."""
    config = EngineConfig(context_window=CONTEXT_WINDOW, slot_count=1, guesses_ahead=False)
    seconds: dict[bool, list[float]] = {True: [], False: []}
    with EngineHarness(STARTER_MODEL, config) as engine:
        for number in range(rounds + 1):
            for forces in (True, False):
                reply = engine.ask(
                    f"form {number} {forces}",
                    [_QUESTION],
                    temperature=0.0,
                    schema=json.dumps(FORM),
                    logprob_count=None if forces else 0,
                )
                engine.wait(reply)
                json.loads(reply.text)
                if number:  # the first one learns the costs
                    seconds[forces].append(reply.usage.decode_seconds)
        print(f"{reply.usage.reply_tokens} tokens")
    return statistics.median(seconds[True]), statistics.median(seconds[False])


def server_seconds(options: Options, rounds: int) -> float:
    """Return the median duration of llama-server's reply."""
    assert options.peer is not None
    peer = Peer(
        options.peer, STARTER_MODEL, slot_count=1, context_window=CONTEXT_WINDOW, thread_count=None
    )
    taken = [_served(peer, number) for number in range(rounds + 1)]
    peer.close()
    return statistics.median(_without_first(taken))


def _served(peer: Peer, number: int) -> float:
    schema = {"name": "form", "strict": True, "schema": FORM}
    body = {
        "messages": [{"role": "user", "content": f"{_QUESTION} {number}"}],
        "temperature": 0,
        "response_format": {"type": "json_schema", "json_schema": schema},
    }
    connection = http.client.HTTPConnection("127.0.0.1", peer.server.port)
    connection.request("POST", "/v1/chat/completions", json.dumps(body))
    answer = json.loads(connection.getresponse().read())
    connection.close()
    json.loads(answer["choices"][0]["message"]["content"])
    return float(answer["timings"]["predicted_ms"]) / 1000


def _without_first(values: Sequence[float]) -> Sequence[float]:
    return values[1:]


if __name__ == "__main__":
    run_benchmark(__doc__, measure, at_most={"worst_gap_ms": 160}, at_least={"forced_speedup": 1.0})
