"""From a request to a sequence: rendered, tokenized, fitted to the window."""

import time

import msgspec

from engine.backend import Backend
from engine.scheduling.sequence import Sequence
from engine.text.chat_template import ChatTemplate
from engine.text.gbnf import check_grammar
from engine.text.json_schema import grammar_of_schema
from engine.text.prompt import Prompt, PromptBuilder, TokenizedPrompt
from engine.text.reasoning import ReasoningSplitter, reasoning_markers
from engine.text.template_probe import probe_template
from engine.text.turn_index import Talk
from engine.wire.commands import Submit
from engine.wire.request_options import OverflowPolicy
from engine.wire.sampling_params import SamplingParams

_LARGEST_RESERVE = 512  # tokens of the window that a prompt leaves to its reply, at most


class InputProcessor:
    """Knows the model's template and its marks of reasoning. Raises ChatTemplateFailed."""

    def __init__(self, backend: Backend) -> None:
        self._window = backend.info.context_window
        template = ChatTemplate(backend.chat_template, backend.special_texts)
        self.template_kind = probe_template(template)
        self._markers = reasoning_markers(backend.chat_template, backend.vocabulary)
        self.prompts = PromptBuilder(template, backend.vocabulary, self._window, self._markers)

    def sequence(self, command: Submit, memory: TokenizedPrompt) -> Sequence:
        """Return what a request wants in memory. Raises EngineError if it cannot be had."""
        sampling = _with_checked_grammar(command.sampling)
        reserve = min(sampling.max_tokens or self._window, self._window // 4, _LARGEST_RESERVE)
        prompt = self.prompts.build(
            command.messages,
            memory,
            reserve,
            may_drop=command.options.overflow is OverflowPolicy.SLIDE,
            pinned=command.options.pinned,
        )
        return Sequence(
            request_id=command.request_id,
            conversation_id=command.conversation_id,
            prompt=prompt,
            sampling=sampling,
            arrived=time.perf_counter(),
            overflow=command.options.overflow,
            pinned=Talk.of(command.messages, command.options.pinned).pinned_numbers,
            is_background=command.options.is_background,
            splitter=self._splitter(prompt),
        )

    def _splitter(self, prompt: Prompt) -> ReasoningSplitter:
        """Return what tells reasoning from answer behind this prompt."""
        markers = self._markers
        is_open = markers is not None and markers.is_open_behind(prompt.tokenized.segments[-1].text)
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
