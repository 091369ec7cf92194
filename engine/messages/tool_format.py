"""The format in which a model writes calls of tools, as learned from its template."""

import enum

import msgspec

# Places in the texts of a format, as Unicode noncharacters: prompts and replies have none of them.
ANY_ID = "\ufdd5"  # the id of the call
ANY_NUMBER = "\ufdd6"  # the index of the call
THE_NAME = "\ufdd7"  # the name of the tool, where it is written more than once
THE_TYPE = "\ufdd8"  # the type of a value
THE_KEY = "\ufdd9"  # the name of the argument, where it is written more than once


class ArgumentForm(enum.Enum):
    """How the arguments of a call are written.

    Attributes:
        JSON: as a JSON object.
        TAGS: each name and each value between texts; values that are not strings are JSON.
        ELEMENTS: as TAGS, with nested objects and lists written as further elements.
        LITERALS: ``name=value`` or ``name:value``, values as in Python or in Gemma's notation.
    """

    JSON = "json"
    TAGS = "tags"
    ELEMENTS = "elements"
    LITERALS = "literals"


class ToolFormat(msgspec.Struct, frozen=True, kw_only=True):
    """The texts around the names and arguments of calls.

    A reply with two calls is ``opening``, name, ``middle``, arguments, ``between``, name,
    ``middle``, arguments, ``closing``. Each text may have the places above.

    Attributes:
        between: empty if a reply has one call at most.
        form: how the arguments are written; ``name_key`` and the following fields belong to it.
        name_key: the key of the name if a call is a JSON object; empty if the name is itself the
            key of the arguments; None if a call is not a JSON object.
        arguments_key: the key of the arguments if a call is a JSON object.
        key_opening: the text before an argument's name; ``value_opening`` the one between name and
            value, ``value_closing`` the one after the value, ``separator`` the one between two
            arguments.
        quote: the text around strings, if they have one; ``quote_closing`` the one after them.
        is_escaped: backslashes in strings are escapes.
        string_type: the type that is written for strings, where types are written;
            ``other_type`` the one for numbers.
        mark: the beginning of ``opening`` that only calls have; empty if an answer may have it too.
        given: the beginning of ``opening`` that the prompt ends with.
        text_opening: the text that an answer without calls begins with after ``given``.
        gap: the white space between an answer's text and ``opening``.
        is_shown: the template writes the calls of earlier messages.
        has_channels: a call is a message to the tool, as gpt-oss writes them.
        controls: texts of control tokens among these texts.
    """

    opening: str
    middle: str = ""
    between: str = ""
    closing: str = ""
    form: ArgumentForm = ArgumentForm.JSON
    name_key: str | None = None
    arguments_key: str = ""
    key_opening: str = ""
    value_opening: str = ""
    value_closing: str = ""
    separator: str = ""
    quote: str = ""
    quote_closing: str = ""
    is_escaped: bool = False
    string_type: str = ""
    other_type: str = ""
    mark: str = ""
    given: str = ""
    text_opening: str = ""
    gap: str = ""
    is_shown: bool = True
    has_channels: bool = False
    controls: tuple[str, ...] = ()


# For templates without tools, which are described to the model in words.
TOLD_FORMAT = ToolFormat(
    opening='<tool_call>\n{"name": "',
    middle='", "arguments": ',
    between='}\n</tool_call>\n<tool_call>\n{"name": "',
    closing="}\n</tool_call>",
    mark="<tool_call>",
    name_key="name",
    arguments_key="arguments",
    is_shown=False,
    controls=("<tool_call>", "</tool_call>"),
)
# Formats of models whose template shows tools and no calls: these were seen in replies.
OTHER_FORMATS = (
    ToolFormat(
        opening='<|tool_call|>[{"name": "',
        middle='", "arguments": ',
        between='}, {"name": "',
        closing="}]",
        name_key="name",
        arguments_key="arguments",
        is_shown=False,
    ),
    ToolFormat(
        opening="<|tool_call_start|>[",
        middle="(",
        between="), ",
        closing=")]<|tool_call_end|>",
        form=ArgumentForm.LITERALS,
        value_opening="=",
        separator=", ",
        quote="'",
        quote_closing="'",
        is_shown=False,
    ),
)
