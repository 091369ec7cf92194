"""How the tokens of a request are chosen: values that are checked on creation."""

import math

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.errors import InvalidSampling

MAX_WINDOW = 1 << 20  # maximum tokens that a penalty looks back on
MAX_BIAS_COUNT = 1024
MAX_BIAS_CHARS = 200
MAX_LOGPROB_COUNT = 20


class Mirostat(msgspec.Struct, frozen=True, kw_only=True):
    """Mirostat 2.0 in place of top-k, top-p, min-p and typical (Basu et al. 2021).

    Attributes:
        tau: target surprise of a token, in bits.
        eta: learning rate of the threshold.
    """

    tau: float = 5.0
    eta: float = 0.1

    def __post_init__(self) -> None:
        _check(lazy("Mirostat target surprise"), self.tau, 0.01, 100)
        _check(lazy("Mirostat learning rate"), self.eta, 0.0001, 10)


class Dry(msgspec.Struct, frozen=True, kw_only=True):
    """DRY, a penalty on repeating earlier text (p-e-w, text-generation-webui 5677).

    Attributes:
        multiplier: strength; the penalty is ``multiplier * base ** (length - allowed_length)``.
        base: growth with the length of the repetition.
        allowed_length: repetitions up to this many tokens are free.
        window: tokens looked back on; None takes the whole context window.
        breakers: texts over which no repetition is counted.
    """

    multiplier: float = 0.8
    base: float = 1.75
    allowed_length: int = 2
    window: int | None = None
    breakers: tuple[str, ...] = ("\n", ":", '"', "*")

    def __post_init__(self) -> None:
        _check(lazy("DRY strength"), self.multiplier, 0, 100)
        _check(lazy("DRY base"), self.base, 1, 100)
        _check(lazy("DRY allowed length"), self.allowed_length, 1, MAX_WINDOW)
        _check(lazy("DRY window"), self.window or 0, 0, MAX_WINDOW)
        if len(self.breakers) > 64 or not all(1 <= len(text) <= 10 for text in self.breakers):
            raise InvalidSampling(lazy("DRY takes up to 64 breakers of 1 to 10 characters."))
        if any("\0" in text for text in self.breakers):
            raise InvalidSampling(lazy("A DRY breaker must not contain a NUL character."))


class SamplingParams(msgspec.Struct, frozen=True, kw_only=True):
    """How the next token is chosen. Raises InvalidSampling on creation.

    Whether a grammar or a schema can be followed is checked in the engine process, which alone
    has the code for it; a request with one that cannot ends with InvalidSampling there.

    The order is: logit bias, penalties, DRY, top-n-sigma, top-k, typical, top-p, min-p, XTC,
    temperature, and the draw; all of them see only the tokens that the grammar allows.

    Attributes:
        temperature: divides the logits; 0 always takes the most likely token.
        dynatemp_range: the temperature is lowered by up to this where the model is certain, and
            raised by up to this where it is not; 0 is off.
        dynatemp_exponent: exponent of the change between these extremes.
        top_n_sigma: drops tokens more than this many standard deviations below the most likely; 0
            is off.
        top_k: keeps this number of the most likely tokens (at least 1).
        top_p: keeps the most likely of these whose probabilities sum up to this, (0, 1].
        min_p: drops tokens below this share of the most likely one's probability, [0, 1).
        typical_p: locally typical sampling (Meister et al. 2022), (0, 1]; 1 is off.
        xtc_probability: chance per token of dropping the most likely ones, [0, 1]; 0 is off.
        xtc_threshold: XTC drops all but the least likely of those above this probability.
        adaptive_target: draws tokens near this probability, [0, 1] (adaptive-p); None is off.
        adaptive_decay: decay of the average probability of the chosen tokens, [0, 0.99].
        repeat_penalty: divides the positive logits of recent tokens; 1 is off.
        frequency_penalty: subtracted once for each occurrence of a token; 0 is off.
        presence_penalty: subtracted once from tokens that occurred; 0 is off.
        penalty_window: tokens that these penalties look back on.
        dry: None is off.
        mirostat: None is off.
        logit_bias: (token id or text, added to its logit) pairs; a text biases each of its tokens.
            Minus infinity is allowed and forbids the token.
        grammar: GBNF text that the reply must follow, after any reasoning.
        json_schema: JSON text of a schema that the reply must follow.
        lark: text in llguidance's Lark that the reply must follow; ``@"..."`` is fixed text, which
            may contain control tokens. At most one of these three is set.
        grammar_triggers: if there are any, the grammar or schema applies only to the text that
            begins with one of these texts in the answer, each time again.
        seed: None chooses a new one for every reply.
        max_tokens: the reply ends with LENGTH after this number of tokens; None is the window's
            rest.
        stop_strings: texts that end the reply and are not part of it.
        logprob_count: number of the most likely tokens (0 to 20) reported with each token and its
            log-probability; None costs nothing.
    """

    temperature: float = 0.7
    dynatemp_range: float = 0.0
    dynatemp_exponent: float = 1.0
    top_n_sigma: float = 0.0
    top_k: int = 40
    top_p: float = 0.95
    min_p: float = 0.05
    typical_p: float = 1.0
    xtc_probability: float = 0.0
    xtc_threshold: float = 0.1
    adaptive_target: float | None = None
    adaptive_decay: float = 0.9
    repeat_penalty: float = 1.0
    frequency_penalty: float = 0.0
    presence_penalty: float = 0.0
    penalty_window: int = 64
    dry: Dry | None = None
    mirostat: Mirostat | None = None
    logit_bias: tuple[tuple[int | str, float], ...] = ()
    grammar: str | None = None
    json_schema: str | None = None
    lark: str | None = None
    grammar_triggers: tuple[str, ...] = ()
    seed: int | None = None
    max_tokens: int | None = None
    stop_strings: tuple[str, ...] = ()
    logprob_count: int | None = None

    @property
    def has_grammar(self) -> bool:
        """Return whether a grammar or a schema restricts the reply."""
        return not (self.grammar is None and self.json_schema is None and self.lark is None)

    def __post_init__(self) -> None:
        _check(lazy("temperature"), self.temperature, 0, 100)
        _check(lazy("dynamic temperature range"), self.dynatemp_range, 0, 100)
        _check(lazy("dynamic temperature exponent"), self.dynatemp_exponent, 0.01, 100)
        _check(lazy("top-n-sigma"), self.top_n_sigma, 0, 100)
        _check(lazy("top-k"), self.top_k, 1, (1 << 31) - 1)
        _check(lazy("top-p"), self.top_p, 0, 1, is_low_excluded=True)
        _check(lazy("min-p"), self.min_p, 0, 1, is_high_excluded=True)
        _check(lazy("typical p"), self.typical_p, 0, 1, is_low_excluded=True)
        _check(lazy("XTC probability"), self.xtc_probability, 0, 1)
        _check(lazy("XTC threshold"), self.xtc_threshold, 0, 1)
        _check(lazy("adaptive-p target"), self.adaptive_target or 0, 0, 1)
        _check(lazy("adaptive-p decay"), self.adaptive_decay, 0, 0.99)
        _check(lazy("repetition penalty"), self.repeat_penalty, 0.01, 100)
        _check(lazy("frequency penalty"), self.frequency_penalty, -100, 100)
        _check(lazy("presence penalty"), self.presence_penalty, -100, 100)
        _check(lazy("penalty window"), self.penalty_window, 0, MAX_WINDOW)
        _check(lazy("seed"), self.seed or 0, -(1 << 63), (1 << 63) - 1)
        _check(lazy("number of likeliest tokens"), self.logprob_count or 0, 0, MAX_LOGPROB_COUNT)
        if self.max_tokens is not None:
            _check(lazy("number of reply tokens"), self.max_tokens, 1, (1 << 31) - 1)
        _check_bias(self.logit_bias)
        _check_stops(self.stop_strings)
        forms = (self.grammar, self.json_schema, self.lark)
        if sum(form is not None for form in forms) > 1:
            raise InvalidSampling(
                lazy("A grammar and a JSON schema can't be combined. Remove one of them.")
            )
        if not all(self.grammar_triggers):
            raise InvalidSampling(lazy("A grammar trigger must not be empty."))


def _check(
    name: str,
    value: float,
    low: float,
    high: float,
    *,
    is_low_excluded: bool = False,
    is_high_excluded: bool = False,
) -> None:
    is_low_enough = value < high if is_high_excluded else value <= high  # false for NaN
    is_high_enough = value > low if is_low_excluded else value >= low
    if is_low_enough and is_high_enough:
        return
    above, least = lazy("above {low}", low=f"{low:,}"), lazy("at least {low}", low=f"{low:,}")
    below, most = lazy("below {high}", high=f"{high:,}"), lazy("at most {high}", high=f"{high:,}")
    raise InvalidSampling(
        lazy(
            "The {name} must be {lower} and {upper}, not {value}.",
            name=name,
            lower=above if is_low_excluded else least,
            upper=below if is_high_excluded else most,
            value=value,
        )
    )


def _check_bias(pairs: tuple[tuple[int | str, float], ...]) -> None:
    if len(pairs) > MAX_BIAS_COUNT:
        raise InvalidSampling(lazy("At most {most:,} tokens can have a bias.", most=MAX_BIAS_COUNT))
    for token, bias in pairs:
        if not _is_biasable(token) or math.isnan(bias) or bias > 1000:
            raise InvalidSampling(
                lazy("A bias takes a token's id or its text, and a number up to 1,000.")
            )


def _is_biasable(token: int | str) -> bool:
    if isinstance(token, int):
        return 0 <= token < 1 << 31
    return 1 <= len(token) <= MAX_BIAS_CHARS and "\0" not in token


def _check_stops(texts: tuple[str, ...]) -> None:
    if len(texts) > 64 or any(len(text) > 1000 for text in texts):
        raise InvalidSampling(lazy("There may be up to 64 stop strings of up to 1,000 characters."))
