"""How one chat template of a model writes prompts, and what it can be told."""

from collections.abc import Mapping

from engine.backend import Backend
from engine.ipc.lazy_text import lazy
from engine.messages.errors import ChatTemplateFailed
from engine.messages.request_options import RequestOptions
from engine.text.chat_template import CONTINUATION, ChatTemplate
from engine.text.control_texts import ControlTexts
from engine.text.prompt import Prompt
from engine.text.prompt_media import PromptMedia
from engine.text.prompt_renderer import PromptRenderer
from engine.text.prompt_tokenizer import PromptTokenizer
from engine.text.reasoning import ReasoningSplitter, ThinkingBudget, reasoning_markers
from engine.text.steering import Steering, find_steering
from engine.text.template_probe import fenced_value, find_tools, probe_template


class PromptFormat:
    """A template with what was found out about it; one thread at a time.

    Raises ChatTemplateFailed on creation, also for a template that takes too long.
    """

    def __init__(
        self, source: str, backend: Backend, control_texts: ControlTexts, media: PromptMedia
    ) -> None:
        vocabulary = backend.vocabulary
        self.template = template = ChatTemplate(source, backend.special_texts)
        self.kind = probe_template(template)
        self._fence = control_texts.fence
        self._markers = reasoning_markers(source, vocabulary)
        # A base model does not think, whatever its vocabulary has.
        continues_text = source == CONTINUATION
        self.steering = Steering() if continues_text else find_steering(template, self._markers)
        self.has_tools = find_tools(template)
        self._ending = vocabulary.tokenize(self.steering.ending, parse_special=True)
        if any(map(vocabulary.is_end_of_generation, self._ending)):
            self._ending = []  # a reply that is ended so has no answer
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
        """Return what the template is given for a request, control texts fenced as in messages."""
        given = dict(options.template_arguments)
        if options.tools and self.has_tools:
            given["tools"] = options.tools
        try:
            others = {name: fenced_value(value, self._fence) for name, value in given.items()}
        except RecursionError as error:
            text = lazy("A value for the chat template is nested too deeply. Use a flatter one.")
            raise ChatTemplateFailed(text) from error
        return self.steering.arguments(options.thinking, others)

    def budget(self, options: RequestOptions) -> ThinkingBudget | None:
        """Return what ends the thinking of a request; None where nothing does."""
        limit = options.thinking.budget
        return ThinkingBudget(limit, self._ending) if limit is not None and self._ending else None

    def splitter(self, prompt: Prompt) -> ReasoningSplitter:
        """Return what tells reasoning from answer after this prompt."""
        markers, last = self._markers, prompt.tokenized.segments[-1]
        is_open = markers is not None and markers.is_open_behind(last.text)
        return ReasoningSplitter(markers, starts_inside=is_open)
