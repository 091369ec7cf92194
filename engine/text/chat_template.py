"""The chat template of a model file, rendered in jinja2's immutable sandbox."""

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from jinja2 import Environment, TemplateError, meta, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from engine.gguf.chat_training import chat_format
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.commands import ChatMessage
from engine.messages.errors import ChatTemplateFailed, ChatTemplateTooSlow
from engine.messages.history_needs import HistoryNeeds, Rewrite
from engine.messages.metrics import ChatFormat, ModelTraining
from engine.text.history_rewriter import rewrite
from engine.text.template_sandbox import COMMAND_SECONDS, TemplateSandbox, TooSlow

# Variables of every rendering, which users cannot set.
_GIVEN = frozenset(
    {"messages", "add_generation_prompt", "bos_token", "eos_token", "tools", "loop", "self"}
)
_MAX_VARIABLES = 100
MAX_TEMPLATE_CHARACTERS = 256 * 1024
_LONGEST_REASON = 500
# Each template reads one of these, or none. It decides itself in which messages it shows reasoning.
_REASONING_NAMES = ("reasoning_content", "reasoning", "thinking")
_NO_ARGUMENTS: Mapping[str, object] = {}
# Exceptions that filters and calls raise on unsuitable arguments.
_TEMPLATE_TROUBLE = (
    TemplateError,
    TypeError,
    ValueError,
    ArithmeticError,
    LookupError,
    AttributeError,
    AssertionError,
    NameError,
    RuntimeError,  # deep recursion raises this one
    SyntaxError,  # jinja2 leaves it to Python to reject deeply nested loops
    MemoryError,
    OSError,
)
CHATML = (
    "{% for message in messages %}"
    "{{ '<|im_start|>' + message['role'] + '\n' + message['content'] + '<|im_end|>' + '\n' }}"
    "{% endfor %}"
    "{% if add_generation_prompt %}{{ '<|im_start|>assistant\n' }}{% endif %}"
)
CHATML_MARKERS = ("<|im_end|>", "<|im_start|>")
# For a model without a template whose vocabulary has no turn markers: it continues the text.
CONTINUATION = (
    "{% for message in messages %}"
    "{% if not loop.first and message['role'] != 'assistant' %}{{ '\n\n' }}{% endif %}"
    "{{ message['content'] }}"
    "{% endfor %}"
)


def variables_of(environment: Environment, source: str) -> Mapping[str, tuple[str, ...]]:
    """Return a template's variables, each with the words it is compared with.

    Some of them are its own, set on another path through it. Raises TemplateError.
    """
    tree = environment.parse(source)
    unset = meta.find_undeclared_variables(tree) - _GIVEN - environment.globals.keys()
    words: dict[str, dict[str, None]] = {name: {} for name in sorted(unset)[:_MAX_VARIABLES]}
    origins = _origins(tree)
    for comparison in tree.find_all(nodes.Compare):
        sides = [comparison.expr, *(operand.expr for operand in comparison.ops)]
        found = [word for side in sides for word in _constants(side)]
        for name in _with_origins(_names(sides), origins):
            if name in words:
                words[name].update(dict.fromkeys(found))
    return {name: tuple(found) for name, found in words.items()}


def _origins(tree: nodes.Template) -> Mapping[str, set[str]]:
    """Return which variables others derive from: with ``set a = b if b else "x"``, a from b."""
    origins: dict[str, set[str]] = {}
    for assignment in tree.find_all(nodes.Assign):
        if isinstance(assignment.target, nodes.Name):
            read = {each.name for each in assignment.node.find_all(nodes.Name)}
            if isinstance(assignment.node, nodes.Name):
                read.add(assignment.node.name)
            origins.setdefault(assignment.target.name, set()).update(read)
    return origins


def _with_origins(names: Iterable[str], origins: Mapping[str, set[str]]) -> set[str]:
    own = set(names)
    return own.union(*(origins.get(name, ()) for name in own))


def _names(sides: Iterable[nodes.Node]) -> Iterator[str]:
    for side in sides:
        inner = side
        while isinstance(inner, nodes.Filter) and inner.node is not None:
            inner = inner.node  # as in `effort | lower`
        if isinstance(inner, nodes.Name):
            yield inner.name


def _constants(side: nodes.Node) -> Iterator[str]:
    try:
        value = side.as_const() if isinstance(side, nodes.Expr) else None
    except nodes.Impossible:
        return
    values = value if isinstance(value, list | tuple) else [value]
    yield from (each for each in values if isinstance(each, str))


class GenerationTag(Extension):
    """Replaces ``{% generation %}``, which marks replies for training, by its content."""

    tags = {"generation"}  # noqa: RUF012  jinja2's own attribute

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """Return the nodes between the tags."""
        next(parser.stream)
        return parser.parse_statements(("name:endgeneration",), drop_needle=True)


def format_of(
    source: str | None, training: ModelTraining, control_texts: Collection[str]
) -> tuple[str, ChatFormat]:
    """Return the template that a model is used with, and its origin."""
    knows_chatml = all(marker in control_texts for marker in CHATML_MARKERS)
    found = chat_format(training, has_template=source is not None, knows_chatml=knows_chatml)
    guessed = CONTINUATION if found is ChatFormat.CONTINUATION else CHATML
    return guessed if source is None else source, found


class ChatTemplate:
    """Renders conversations; uses ChatML if it has no source.

    Raises ChatTemplateFailed if the source cannot be compiled. The functions which templates expect
    (``raise_exception``, ``strftime_now``, ``tojson``) are those of Hugging Face's
    ``apply_chat_template``, with its ``trim_blocks`` and ``lstrip_blocks``.

    ``history`` are the rewrites that it needs, once they are found out.
    """

    def __init__(self, source: str | None, special_texts: Mapping[str, str]) -> None:
        if source is not None and len(source) > MAX_TEMPLATE_CHARACTERS:
            raise ChatTemplateFailed(lazy("The model's chat template is too long to be trusted."))
        try:
            self._environment = TemplateSandbox(
                trim_blocks=True,
                lstrip_blocks=True,
                extensions=["jinja2.ext.loopcontrols", GenerationTag],
            )
            self._template = self._environment.from_string(source or CHATML)
        except _TEMPLATE_TROUBLE as error:
            raise ChatTemplateFailed(
                lazy("The model's chat template is broken: {reason}", reason=_reason(error))
            ) from error
        self._source = source or CHATML
        self.history = HistoryNeeds()
        self._special_texts = {"bos_token": "", "eos_token": "", **special_texts}

    @property
    def bos_text(self) -> str:
        """Return the text that the template writes for BOS; empty if the model has none."""
        return self._special_texts["bos_token"]

    def begin(
        self, seconds: float = COMMAND_SECONDS, is_wanted: Callable[[], bool] = lambda: True
    ) -> None:
        """Start the time limit that all renderings of one command share.

        They also end, as on a timeout, when they are no longer wanted.
        """
        self._environment.begin(seconds, is_wanted)

    @property
    def seconds_left(self) -> float:
        """Return the remaining time of the command."""
        return self._environment.seconds_left

    def variables(self) -> Mapping[str, tuple[str, ...]]:
        """Return the variables that the template reads, each with the words it is compared with."""
        try:
            return variables_of(self._environment, self._source)
        except _TEMPLATE_TROUBLE:
            return {}

    def render(
        self,
        messages: Sequence[ChatMessage],
        *,
        is_reply_awaited: bool = True,
        arguments: Mapping[str, object] = _NO_ARGUMENTS,
    ) -> str:
        """Return the prompt's text, ending where the reply begins if one is awaited.

        The messages are rewritten as this template needs it. Raises ChatTemplateFailed, and
        ChatTemplateTooSlow on a timeout.
        """
        needs = self.history.rewrites
        return self.write(
            rewrite(messages, needs).messages,
            needs,
            is_reply_awaited=is_reply_awaited,
            arguments=arguments,
        )

    def write(
        self,
        messages: Sequence[ChatMessage],
        needs: Collection[Rewrite],
        *,
        is_reply_awaited: bool = True,
        arguments: Mapping[str, object] = _NO_ARGUMENTS,
    ) -> str:
        """Return the text of messages that are rewritten already, in the form of these needs."""
        plain = [_plain(each, needs) for each in messages]
        # Names given by the user never replace the variables of every template.
        given = {
            **self._older_variables(arguments),
            **arguments,
            "add_generation_prompt": is_reply_awaited,
            **self._special_texts,
            "messages": plain,
        }
        try:
            with self._environment.rendering(given):
                return self._template.render(given)
        except TooSlow as error:
            raise ChatTemplateTooSlow(
                lazy(
                    "The model's chat template takes too long for this chat. Start a new chat, or "
                    "open another model."
                )
            ) from error
        except _TEMPLATE_TROUBLE as error:
            raise ChatTemplateFailed(
                lazy(
                    "The model's chat template refused this conversation: {reason}",
                    reason=_reason(error),
                )
            ) from error

    def _older_variables(self, arguments: Mapping[str, object]) -> Mapping[str, object]:
        """Return the variables of firefunction's kind: the day, and tools as one text."""
        if not self._reads_functions or not arguments.get("tools"):
            return {"datetime": datetime.now().astimezone().strftime("%Y-%m-%d")}
        tools = json.dumps(arguments["tools"], ensure_ascii=False, indent=4)
        return {**self._older_variables({}), "functions": tools}

    @cached_property
    def _reads_functions(self) -> bool:
        return "functions" in self._source and "functions" in self.variables()


def _plain(message: ChatMessage, needs: Collection[Rewrite]) -> dict[str, object]:
    """Return a message in the form of templates: keys exist only where they are used."""
    content: object = message.content
    if Rewrite.PARTS in needs:
        content = [{"type": "text", "text": content}]
    plain: dict[str, object] = {"role": message.role.value, "content": content}
    if message.tool_calls:
        is_text = Rewrite.ARGUMENTS_AS_TEXT in needs
        plain["tool_calls"] = [
            {
                "id": each.id,
                "type": "function",
                "function": {
                    "name": each.name,
                    "arguments": each.arguments if is_text else _loaded(each.arguments),
                },
            }
            for each in message.tool_calls
        ]
    if message.reasoning:
        plain |= dict.fromkeys(_REASONING_NAMES, message.reasoning)
    if message.tool_call_id:
        plain["tool_call_id"] = message.tool_call_id
    if message.name:
        plain["name"] = message.name
    return plain


def _loaded(arguments: str) -> object:
    """Return the arguments of a tool call as a value, if they are a JSON object."""
    try:
        value: object = json.loads(arguments)
    except (ValueError, RecursionError):
        return arguments
    return value if isinstance(value, dict) else arguments


def _reason(error: Exception) -> str:
    """Return the reason that a template gives, as far as it can be shown."""
    said = str(error)
    if isinstance(said, LazyText):
        return said
    whole = said.encode("utf-8", "replace").decode()
    return whole[:_LONGEST_REASON] or lazy("it takes too much memory")
