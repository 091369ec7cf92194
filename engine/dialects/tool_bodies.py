"""Tools and tool choices as programs send them, in every API and in older forms."""

from collections.abc import Iterator, Sequence

import msgspec

from engine.dialects.errors import ApiError, Json, invalid_value
from engine.dialects.notes import Notes
from engine.dialects.schemas import tidied
from engine.dialects.tools import Function, Tools, Use

_FUNCTIONS = ("function", None)
_USES = {
    "auto": Use.AUTO,
    "none": Use.NONE,
    "required": Use.REQUIRED,
    "any": Use.REQUIRED,
}
_NAMED = ("function", "tool", None)  # types of a choice that names a function
Schema = Json | list[object] | None  # PHP sends an empty object as an empty list


class FunctionBody(msgspec.Struct):
    """A function of a chat completion."""

    name: str | None = None
    description: str | None = None
    parameters: Schema = None
    input_schema: Schema = None
    strict: bool | None = None


class ToolBody(FunctionBody):
    """A tool: the function of a chat completion is in a field, that of other APIs is flat."""

    type: str | None = None
    function: FunctionBody | None = None


class Named(msgspec.Struct):
    """The name of a function."""

    name: str | None = None


class Allowed(msgspec.Struct):
    """The tools of which the model may, or must, call one."""

    mode: str | None = None
    tools: list[ToolBody] | None = None


class ChoiceBody(Allowed):
    """A tool choice in any API."""

    type: str | None = None
    name: str | None = None
    function: Named | None = None
    allowed_tools: Allowed | None = None
    disable_parallel_tool_use: bool | None = None


Choice = str | ChoiceBody | None


def tools_of(
    tools: Sequence[ToolBody] | None,
    choice: Choice,
    notes: Notes,
    path: str = "$.tools",
    *,
    parallel: bool | None = None,
) -> Tools:
    """Return the offered functions and whether one must be called. Raises ApiError.

    A required call is a single one unless ``parallel`` is true, since a small model would continue
    to call. Tools of the API's own servers are left out and named in ``notes``.
    """
    functions = tuple(_functions(tools or (), notes, path))
    if not isinstance(choice, ChoiceBody):
        return _tools(functions, _use_of(choice, "$.tool_choice"), parallel)
    if choice.disable_parallel_tool_use is not None:
        parallel = not choice.disable_parallel_tool_use
    if choice.type == "allowed_tools":
        allowed = choice.allowed_tools or choice
        names = {_function(each).name for each in allowed.tools or ()}
        kept = tuple(each for each in functions if each.name in names)
        return _tools(kept, _use_of(allowed.mode, "$.tool_choice.mode"), parallel)
    name = choice.name or (choice.function.name if choice.function is not None else None)
    if choice.type in _NAMED and name:
        return Tools(functions, Use.REQUIRED, name, may_be_several=False)
    if choice.type in _NAMED and choice.type is not None:
        raise invalid_value("The tool choice names no tool.", "$.tool_choice.name")
    return _tools(functions, _use_of(choice.type, "$.tool_choice.type"), parallel)


def _tools(functions: tuple[Function, ...], use: Use, parallel: bool | None) -> Tools:
    may_be_several = use is not Use.REQUIRED if parallel is None else parallel
    return Tools(functions, use, may_be_several=may_be_several)


def _functions(tools: Sequence[ToolBody], notes: Notes, path: str) -> Iterator[Function]:
    for index, tool in enumerate(tools):
        body = _function(tool)
        # Anthropic names its plain functions "custom"; OpenAI's custom tools have no schema.
        is_function = tool.type in _FUNCTIONS or tool.input_schema is not None
        if not is_function:
            kind = tool.type or ""
            notes.leave_out("tools", kind if not tool.name else f"{kind} {tool.name}")
            continue
        place = f"{path}[{index}]" if body is tool else f"{path}[{index}].function"
        if not body.name:
            raise invalid_value("The function has no name.", f"{place}.name")
        field = "parameters" if body.input_schema is None else "input_schema"
        schema = body.parameters if body.input_schema is None else body.input_schema
        if isinstance(schema, list) and schema:
            text = "The parameters must be a JSON schema, which is an object."
            raise ApiError(400, text, code="invalid_type", param=f"{place}.{field}")
        parameters = tidied(schema) if isinstance(schema, dict) and schema else None
        where = f"{place}.{field}"
        yield Function(body.name, body.description, parameters, body.strict, where)


def _function(tool: ToolBody) -> FunctionBody:
    return tool if tool.function is None else tool.function


def _use_of(word: str | None, place: str) -> Use:
    """Return the tool choice; None means the default. Raises ApiError."""
    if not word:
        return Use.AUTO
    if word not in _USES:
        raise invalid_value(f"The tool choice “{word}” is not supported.", place)
    return _USES[word]
