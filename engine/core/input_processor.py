"""From a request to a sequence: its turns chosen, rendered, tokenized, fitted to the window."""

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from engine.backend import Backend, Sampler
from engine.backend_media import MediaRefused
from engine.core.sources.source_prompts import SourcePrompts
from engine.ipc.lazy_text import lazy
from engine.kv.cache_keys import is_source
from engine.messages.commands import ChatMessage, Prewarm, Submit
from engine.messages.errors import ChatTemplateFailed, ContextWindowExceeded
from engine.messages.metrics import ChatFormat
from engine.messages.request_options import OverflowPolicy, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.sequence import Sequence
from engine.text.biases import with_token_ids
from engine.text.chat_template import CHATML_MARKERS, CONTINUATION, ChatTemplate, format_of
from engine.text.control_texts import ControlTexts, plain_text
from engine.text.history_probe import CONTINUATION_HISTORY, find_history
from engine.text.prompt import Prompt, TokenizedPrompt
from engine.text.prompt_media import PromptMedia
from engine.text.prompt_renderer import PromptRenderer
from engine.text.prompt_tokenizer import PromptTokenizer
from engine.text.reasoning import ReasoningSplitter, ThinkingBudget, reasoning_markers
from engine.text.repetition import RepetitionDetector
from engine.text.steering import Steering, find_steering
from engine.text.template_probe import fenced_value, probe_template
from engine.text.tool_format_learner import learn_tool_format
from engine.text.turn_index import TurnIndex
from engine.text.window_fit import WindowFitter, check_fits, check_length

_BARE_CALLS = (
    '"name"',
    "<tool_call>",
    "<function=",
)  # of formats without a text that only calls have
_LARGEST_RESERVE = 512  # maximum tokens of the window that a prompt leaves to its reply


class PromptFormat:
    """A template and the facts found about it; one thread at a time.

    Raises ChatTemplateFailed on creation, also for a template that takes too long.
    """

    def __init__(
        self, source: str, backend: Backend, control_texts: ControlTexts, media: PromptMedia
    ) -> None:
        vocabulary = backend.vocabulary
        self.template = template = ChatTemplate(source, backend.special_texts)
        # A base model does not think and has no sides, whatever its vocabulary has.
        continues_text = source == CONTINUATION
        template.history = CONTINUATION_HISTORY if continues_text else find_history(template)
        self.kind = probe_template(template)
        self._fence = control_texts.fence
        self._markers = reasoning_markers(source, vocabulary)
        self.steering = Steering() if continues_text else find_steering(template, self._markers)
        self.tool_format = learn_tool_format(template, vocabulary.control_texts)
        self._ending = vocabulary.tokenize(self.steering.ending, parse_special=True)
        if any(map(vocabulary.is_end_of_generation, self._ending)):
            self._ending = []  # a reply that is ended this way has no answer
        self.renderer = PromptRenderer(template, control_texts, self._markers)
        self.tokenizer = PromptTokenizer(
            vocabulary,
            control_texts,
            self.renderer,
            media,
            bos_text=template.bos_text,
            context_window=backend.info.context_window,
        )

    def arguments(self, options: RequestOptions) -> Mapping[str, object]:
        """Return the template's arguments for a request, control texts fenced as in messages."""
        given = dict(options.template_arguments)
        if options.tools and self.tool_format is not None:
            given["tools"] = options.tools
        try:
            others = {name: fenced_value(value, self._fence) for name, value in given.items()}
        except RecursionError as error:
            text = lazy("A value for the chat template is nested too deeply. Use a flatter one.")
            raise ChatTemplateFailed(text) from error
        return self.steering.arguments(options.thinking, others)

    def budget(self, options: RequestOptions) -> ThinkingBudget | None:
        """Return the tokens that end the thinking of a request; None if nothing does."""
        limit = options.thinking.budget
        return ThinkingBudget(limit, self._ending) if limit is not None and self._ending else None

    def splitter(self, prompt: Prompt) -> ReasoningSplitter:
        """Return the splitter of reasoning and answer after this prompt."""
        markers, last = self._markers, prompt.tokenized.segments[-1]
        is_open = markers is not None and markers.is_open_after(last.text)
        return ReasoningSplitter(markers, starts_inside=is_open)


class InputProcessor:
    """Knows the model's templates; one thread at a time.

    ``own_template`` replaces the one in the model's file. Raises ChatTemplateFailed on creation,
    also for a template that takes too long.

    Attributes:
        source: the text of the template in use.
    """

    def __init__(self, backend: Backend, own_template: str | None = None) -> None:
        self._backend = backend
        vocabulary, self._window = backend.vocabulary, backend.info.context_window
        given = backend.chat_template if own_template is None else own_template
        self.source, self.chat_format = format_of(given, backend.training, vocabulary.control_texts)
        self.control_texts = ControlTexts(vocabulary)
        self.media = PromptMedia(backend.media, backend.micro_batch_size)
        self._format = PromptFormat(self.source, backend, self.control_texts, self.media)
        self._tool_prompts = self._format
        if own_template is None and backend.tool_template is not None:
            with suppress(ChatTemplateFailed):  # chats do not require tools
                self._tool_prompts = PromptFormat(
                    backend.tool_template, backend, self.control_texts, self.media
                )
        self.template_kind, self.steering = self._format.kind, self._format.steering
        self.tool_format = self._tool_prompts.tool_format
        self.history = self._tool_prompts.template.history
        self._fitter = WindowFitter(vocabulary, self._window)
        self.sources = SourcePrompts(
            vocabulary, self._format.renderer, self._format.tokenizer, self._window
        )

    def process(
        self,
        command: Submit,
        remembered: TokenizedPrompt,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Sequence:
        """Return the sequence of a request. Raises EngineError if it cannot be made."""
        sampling = with_token_ids(command.sampling, self._backend.vocabulary)
        options = command.options
        if not command.messages:
            raise ChatTemplateFailed(lazy("There is no message to answer."))
        if options.is_raw_prompt:
            return self._raw_sequence(command, sampling)
        form = self._format_for(options)
        arguments = form.arguments(options)
        form.template.begin(is_wanted=is_wanted)
        if is_source(command.conversation_id):
            steered = partial(form.steering.messages, options.thinking)
            prompt = self.sources.prompt(
                command.request_id, command.messages[0].content, steered, arguments
            )
            return self._sequence(command, sampling, prompt, frozenset())
        messages = form.steering.messages(options.thinking, command.messages)
        turns = TurnIndex.of(messages, options.pinned)
        remembered = remembered.renumbered(options.first_message, turns.pinned_numbers)

        def attempt(start: int, is_cut: bool) -> Prompt:
            rendered = form.renderer.render(turns, start, arguments)
            known = remembered.from_turn(rendered.dropped_messages, turns.pinned_numbers)
            return form.tokenizer.tokenize(rendered, known, is_cut=is_cut)

        if options.overflow is OverflowPolicy.SLIDE:
            reserve = min(sampling.max_tokens or self._window, self._window // 4, _LARGEST_RESERVE)
            dropped = remembered.dropped_messages
            prompt = self._fitter.fit(turns, attempt, dropped=dropped, reply_reserve=reserve)
        else:
            prompt = self._fitter.fit_whole(turns, attempt)
        return self._sequence(command, sampling, prompt, turns.pinned_numbers)

    def rendered(self, messages: tuple[ChatMessage, ...], options: RequestOptions) -> str:
        """Return the text that the template makes of messages. Raises ChatTemplateFailed.

        Pictures and sounds are ``<__media__>``, as in llama-server.
        """
        form = self._format_for(options)
        arguments = form.arguments(options)
        form.template.begin()
        turns = TurnIndex.of(form.steering.messages(options.thinking, messages), options.pinned)
        return plain_text(form.renderer.render(turns, 0, arguments).text)

    def _format_for(self, options: RequestOptions) -> PromptFormat:
        return self._tool_prompts if options.tools else self._format

    def _sequence(
        self, command: Submit, sampling: SamplingParams, prompt: Prompt, pinned: frozenset[int]
    ) -> Sequence:
        """Return a request with its prompt."""
        options, form = command.options, self._format_for(command.options)
        is_guess = self.chat_format is ChatFormat.CHATML
        return Sequence(
            request_id=command.request_id,
            conversation_id=command.conversation_id,
            prompt=prompt,
            sampling=sampling,
            arrived=time.perf_counter(),
            overflow=options.overflow,
            pinned=pinned,
            rank=options.rank,
            splitter=form.splitter(prompt),
            budget=form.budget(options),
            # A model that was not trained with these writes them as text, and does not stop.
            hidden_stops=CHATML_MARKERS if is_guess else (),
            repetition=_repetition(options),
            visible_controls=self._visible_controls(options),
            call_marks=_call_marks(options, sampling),
        )

    def _visible_controls(self, options: RequestOptions) -> dict[int, str]:
        """Return the control tokens that the reply contains as text."""
        vocabulary = self._backend.vocabulary
        found: dict[int, str] = {}
        for text in options.visible_controls:
            tokens = vocabulary.tokenize(text, parse_special=True)
            if len(tokens) == 1 and not vocabulary.piece(tokens[0]):
                found[tokens[0]] = text
        return found

    def _raw_sequence(self, command: Submit, sampling: SamplingParams) -> Sequence:
        """Return a request with a literal prompt; where it thinks is unknown."""
        return Sequence(
            request_id=command.request_id,
            conversation_id=command.conversation_id,
            prompt=self._raw_prompt(command),
            sampling=sampling,
            arrived=time.perf_counter(),
            overflow=command.options.overflow,
            rank=command.options.rank,
            repetition=_repetition(command.options),
        )

    def _raw_prompt(self, command: Submit) -> Prompt:
        """Return a literal prompt, its control texts included. Raises ContextWindowExceeded."""
        if any(each.media for each in command.messages):
            refusal = lazy("A prompt without a chat template can't have pictures. Remove them.")
            raise ChatTemplateFailed(refusal)
        text = "".join(each.content for each in command.messages)
        check_length(self._backend.vocabulary, text, self._window)
        return check_fits(self._format.tokenizer.tokenize_raw(text), self._window)

    def process_certain(
        self,
        command: Prewarm,
        remembered: TokenizedPrompt,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> Sequence | None:
        """Return the certain part of the prompt after these messages: all but the next message.

        None if the template does not show it, or it would not fit.
        """
        turns = TurnIndex.of(command.messages, command.options.pinned)
        first = command.options.first_message
        remembered = remembered.renumbered(first, turns.pinned_numbers)
        form, dropped = self._format_for(command.options), remembered.dropped_messages
        arguments = form.arguments(command.options)
        form.template.begin(is_wanted=is_wanted)
        try:
            rendered = form.renderer.render_certain(turns, dropped, arguments)
            if rendered is None:
                return None
            prompt = form.tokenizer.tokenize(rendered, remembered, is_cut=False)
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

    def compile_grammar(self, sampling: SamplingParams) -> object | None:
        """Return the grammar of a request; any thread. Raises InvalidSampling."""
        return self._backend.compile_grammar(sampling)

    def new_sampler(self, sequence: Sequence, grammar: object | None = None) -> Sampler:
        """Return the sampler of a request; engine thread. Raises InvalidSampling."""
        return self._backend.new_sampler(
            sequence.sampling,
            sequence.text_tokens,
            grammar=grammar,
            is_reasoning=sequence.splitter.is_reasoning,
            opening_tokens=sequence.splitter.opening_tokens,
        )


def _call_marks(options: RequestOptions, sampling: SamplingParams) -> tuple[str, ...]:
    """Return texts of which one is in a reply with calls; a wrong one costs little."""
    if not (options.tools or options.visible_controls or sampling.grammar_triggers):
        return ()
    return (*sampling.grammar_triggers, *options.visible_controls, *_BARE_CALLS)


def _repetition(options: RequestOptions) -> RepetitionDetector | None:
    return RepetitionDetector() if options.ends_repetition else None
