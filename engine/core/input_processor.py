"""From a request to a sequence: its turns chosen, rendered, tokenized, fitted to the window."""

import time
from collections.abc import Callable
from functools import partial

import msgspec

from engine.backend import Backend, Sampler
from engine.backend_media import MediaRefused
from engine.core.sources.source_prompts import SourcePrompts
from engine.kv.source_ids import is_source
from engine.scheduling.sequence import Sequence
from engine.text.biases import with_token_ids
from engine.text.chat_template import ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.gbnf import check_grammar
from engine.text.json_schema import grammar_of_schema
from engine.text.prompt import Prompt, TokenizedPrompt
from engine.text.prompt_media import PromptMedia
from engine.text.prompt_renderer import PromptRenderer
from engine.text.prompt_tokenizer import PromptTokenizer
from engine.text.reasoning import ReasoningSplitter, reasoning_markers
from engine.text.steering import find_steering
from engine.text.template_probe import probe_template
from engine.text.thinking_budget import ThinkingBudget
from engine.text.tools import fenced_value, find_tools
from engine.text.turn_index import TurnIndex
from engine.text.window_fit import WindowFitter, check_fits, check_length
from engine.wire.commands import Prewarm, Submit
from engine.wire.errors import ChatTemplateFailed, ContextWindowExceeded
from engine.wire.lazy_text import lazy
from engine.wire.request_options import OverflowPolicy, RequestOptions
from engine.wire.sampling_params import SamplingParams

_LARGEST_RESERVE = 512  # tokens of the window that a prompt leaves to its reply, at most


class InputProcessor:
    """Knows the model's template and its marks of reasoning; one thread at a time.

    ``own_template`` takes the place of the one in the model's file. Raises ChatTemplateFailed on
    creation, also for a template that takes too long.
    """

    def __init__(self, backend: Backend, own_template: str | None = None) -> None:
        self._backend = backend
        vocabulary, self._window = backend.vocabulary, backend.info.context_window
        source = backend.chat_template if own_template is None else own_template
        self._template = template = ChatTemplate(source, backend.special_texts)
        self.template_kind = probe_template(template)
        self.control_texts = ControlTexts(vocabulary)
        self._markers = reasoning_markers(source, vocabulary)
        self.steering = find_steering(template, self._markers)
        self.has_tools = find_tools(template)
        self._ending = vocabulary.tokenize(self.steering.ending, parse_special=True)
        if any(map(vocabulary.is_end_of_generation, self._ending)):
            self._ending = []  # a reply that is ended so has no answer
        self._renderer = PromptRenderer(template, self.control_texts, self._markers)
        self.media = PromptMedia(backend.media, backend.micro_batch_size)
        self._tokenizer = PromptTokenizer(
            vocabulary,
            self.control_texts,
            self._renderer,
            self.media,
            bos_text=template.bos_text,
            context_window=self._window,
        )
        self._fitter = WindowFitter(vocabulary, self._window)
        self.sources = SourcePrompts(vocabulary, self._renderer, self._tokenizer, self._window)

    def process(
        self,
        command: Submit,
        remembered: TokenizedPrompt,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Sequence:
        """Return what a request wants in its slot. Raises EngineError if it cannot be had."""
        sampling, options = self._checked(command.sampling), command.options
        if not command.messages:
            raise ChatTemplateFailed(lazy("There is no message to answer."))
        if options.is_raw_prompt:
            return self._sequence(command, sampling, self._raw_prompt(command), frozenset())
        arguments = self._arguments(options)
        if is_source(command.conversation_id):
            self._template.begin(is_wanted=is_wanted)
            steered = partial(self.steering.messages, options.thinking)
            prompt = self.sources.prompt(
                command.request_id, command.messages[0].content, steered, arguments
            )
            return self._sequence(command, sampling, prompt, frozenset())
        messages = self.steering.messages(options.thinking, command.messages)
        turns = TurnIndex.of(messages, options.pinned)
        remembered = remembered.renumbered(options.first_message, turns.pinned_numbers)
        self._template.begin(is_wanted=is_wanted)

        def attempt(start: int, is_cut: bool) -> Prompt:
            rendered = self._renderer.render(turns, start, arguments)
            known = remembered.from_turn(rendered.dropped_messages, turns.pinned_numbers)
            return self._tokenizer.tokenize(rendered, known, is_cut=is_cut)

        if options.overflow is OverflowPolicy.SLIDE:
            reserve = min(sampling.max_tokens or self._window, self._window // 4, _LARGEST_RESERVE)
            dropped = remembered.dropped_messages
            prompt = self._fitter.fit(turns, attempt, dropped=dropped, reply_reserve=reserve)
        else:
            prompt = self._fitter.fit_whole(turns, attempt)
        return self._sequence(command, sampling, prompt, turns.pinned_numbers)

    def _sequence(
        self, command: Submit, sampling: SamplingParams, prompt: Prompt, pinned: frozenset[int]
    ) -> Sequence:
        """Return a request with its prompt; of a raw one nobody knows where its thinking is."""
        options = command.options
        is_raw = options.is_raw_prompt
        return Sequence(
            request_id=command.request_id,
            conversation_id=command.conversation_id,
            prompt=prompt,
            sampling=sampling,
            arrived=time.perf_counter(),
            overflow=options.overflow,
            pinned=pinned,
            rank=options.rank,
            splitter=ReasoningSplitter(None) if is_raw else self._splitter(prompt),
            budget=None if is_raw else self._budget(options),
        )

    def _raw_prompt(self, command: Submit) -> Prompt:
        """Return a text as it is, its control texts too. Raises ContextWindowExceeded."""
        if any(each.media for each in command.messages):
            refusal = lazy("A prompt without a chat template can't have pictures. Remove them.")
            raise ChatTemplateFailed(refusal)
        text = "".join(each.content for each in command.messages)
        check_length(self._backend.vocabulary, text, self._window)
        return check_fits(self._tokenizer.tokenize_raw(text), self._window)

    def process_certain(
        self,
        command: Prewarm,
        remembered: TokenizedPrompt,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Sequence | None:
        """Return what is certain of the prompt behind these messages: all but the next message.

        None where the template does not show it, or it would not fit.
        """
        turns = TurnIndex.of(command.messages, command.options.pinned)
        first = command.options.first_message
        remembered = remembered.renumbered(first, turns.pinned_numbers)
        arguments, dropped = self._arguments(command.options), remembered.dropped_messages
        self._template.begin(is_wanted=is_wanted)
        try:
            rendered = self._renderer.render_certain(turns, dropped, arguments)
            if rendered is None:
                return None
            prompt = self._tokenizer.tokenize(rendered, remembered, is_cut=False)
        except (ChatTemplateFailed, ContextWindowExceeded, MediaRefused):
            return None
        if len(prompt.tokens) >= self._window:
            return None
        return Sequence(
            request_id=0,
            conversation_id=command.conversation_id,
            prompt=prompt,
            sampling=SamplingParams(),
            arrived=time.perf_counter(),
            wants_reply=False,
        )

    def new_sampler(self, sequence: Sequence) -> Sampler:
        """Return what will choose a request's tokens; engine thread. Raises InvalidSampling."""
        return self._backend.new_sampler(
            sequence.sampling,
            sequence.text_tokens,
            is_reasoning=sequence.splitter.is_reasoning,
            opening_tokens=sequence.splitter.opening_tokens,
        )

    def _checked(self, sampling: SamplingParams) -> SamplingParams:
        """Return what a request samples with, in tokens and a grammar. Raises InvalidSampling."""
        return with_token_ids(_with_checked_grammar(sampling), self._backend.vocabulary)

    def _arguments(self, options: RequestOptions) -> dict[str, object]:
        """Return what the template is given for a request, control texts fenced as in messages."""
        fence = self.control_texts.fence
        given = dict(options.template_arguments)
        if options.tools and self.has_tools:
            given["tools"] = options.tools
        try:
            others = {name: fenced_value(value, fence) for name, value in given.items()}
        except RecursionError as error:
            text = lazy("A value for the chat template is nested too deeply. Use a flatter one.")
            raise ChatTemplateFailed(text) from error
        return self.steering.arguments(options.thinking, others)

    def _budget(self, options: RequestOptions) -> ThinkingBudget | None:
        """Return what ends the thinking of a request; None where nothing does."""
        limit = options.thinking.budget
        return ThinkingBudget(limit, self._ending) if limit is not None and self._ending else None

    def _splitter(self, prompt: Prompt) -> ReasoningSplitter:
        """Return what tells reasoning from answer behind this prompt."""
        markers, last = self._markers, prompt.tokenized.segments[-1]
        is_open = markers is not None and markers.is_open_behind(last.text)
        return ReasoningSplitter(markers, starts_inside=is_open)


def _with_checked_grammar(sampling: SamplingParams) -> SamplingParams:
    """Return what a request samples with, a JSON schema turned into the grammar of its texts.

    The library ends the process on a grammar that it does not survive, so none reaches it that
    was not checked. Raises InvalidSampling.
    """
    if sampling.json_schema is not None:
        grammar = grammar_of_schema(sampling.json_schema)
        return msgspec.structs.replace(sampling, json_schema=None, grammar=grammar)
    if sampling.grammar is not None:
        check_grammar(sampling.grammar)
    return sampling
