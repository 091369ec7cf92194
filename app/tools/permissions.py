"""Decides whether a call runs, asks or is refused, and finds instructions in results. Pure.

What a tool returns is data of others: a web page may tell the model to call another tool. No test
finds every such text. Therefore a call asks unless the user has allowed its tool, and once a result
of the chat looks like instructions, every further call in it asks, whatever is allowed, also those
that only read: their results would be read together with the instructions.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping

import msgspec

from app.domain.hidden_characters import HIDDEN
from app.errors import LazyText, lazy
from app.tools.model import Decision, Permission, Tool

SUSPICION = lazy(
    "A result in this chat contains instructions for the model. Allow this call only if it is "
    "what you asked for."
)
_MAX_SHOWN_CHARS = 300  # of a changed description
_MAX_SEARCHED_CHARS = 400_000  # of a result; the model reads fewer


class Verdict(msgspec.Struct, frozen=True):
    """The decision about a call; None asks the user, with a ``warning`` if there is one."""

    decision: Decision | None
    warning: LazyText | str = ""


def verdict(
    tool: Tool,
    permissions: Mapping[str, Permission],
    allowed: Mapping[str, str],
    *,
    digests: Mapping[str, str],
    allows_reading: bool,
    is_suspicious: bool = False,
) -> Verdict:
    """Return the decision about a call of a tool.

    NEVER comes first, then suspicion, the tools allowed in the chat, ALWAYS, and those that only
    read and send nothing. A tool that its server has changed since it was allowed asks again.

    Args:
        permissions: of the settings, by key.
        allowed: the tools that are allowed in the chat: their digests as they were then, by key.
        digests: of the tools that are always allowed, likewise.
        is_suspicious: a result of the chat contains instructions.
    """
    permission = permission_of(tool, permissions, digests)
    if permission is Permission.NEVER:
        return Verdict(Decision.NEVER)
    if is_suspicious:
        return Verdict(None, SUSPICION)
    if allowed.get(tool.key) == tool.digest:
        return Verdict(Decision.CHAT)
    if permission is Permission.ALWAYS:
        return Verdict(Decision.ALWAYS)
    if allows_reading and tool.may_be_allowed_in_group:
        return Verdict(Decision.READS)
    if tool.key in allowed or tool.key in digests:
        return Verdict(None, _changed(tool))
    return Verdict(None)


def permission_of(
    tool: Tool, permissions: Mapping[str, Permission], digests: Mapping[str, str]
) -> Permission:
    """Return the permission of a tool in all chats; one that has changed asks again."""
    found = permissions.get(tool.key, Permission.ASK)
    is_changed = found is Permission.ALWAYS and digests.get(tool.key, "") != tool.digest
    return Permission.ASK if is_changed else found


def _changed(tool: Tool) -> LazyText:
    shown = " ".join(tool.description.split())
    shown = shown if len(shown) <= _MAX_SHOWN_CHARS else shown[:_MAX_SHOWN_CHARS] + "…"
    return lazy(
        "The server has changed the description or the arguments of this tool since you allowed "
        "it. The description is now: “{description}”",
        description=shown,
    )


# Patterns as texts: a program that runs no tool need not compile them.
# A sentence that turns the model from its task, ...
_TARGETS = (
    r"(?:instructions?|prompts?|rules|guidelines|directives|commands|orders|messages?|tasks?|"
    r"context|constraints|restrictions|safeguards?|anweisungen|regeln|vorgaben|consignes|"
    r"instrucciones|istruzioni|instruções)"
)
_OVERRIDES = (
    r"(?i)\b(?:ignor(?:e|iere|ieren|ez|a|ar)|disregard|forget|override|bypass|vergiss|missachte|"
    r"oubliez|olvida|dimentica|esqueça|désobéis|do not follow|don't follow|stop following)\b"
    r"(?:\W+\w+){0,4}?\W+(?:previous|prior|above|earlier|preceding|existing|current|original|"
    r"initial|system|safety|other|your|all|any|every(?:thing)?|vorherigen?|bisherigen?|obigen|"
    r"alle|précédentes|toutes|anteriores|todas|precedenti|tutte)\b"
    rf"(?:\W+\w+){{0,4}}?\W+{_TARGETS}\b"
    rf"|\b(?:ignorez|oubliez|ignora|olvida|dimentica|ignore)\b(?:\W+\w+){{0,3}}?\W+{_TARGETS}"
    r"(?:\W+\w+){0,2}?\W+(?:précédentes|anteriores|previas|precedenti|above|before)\b"
    r"|\b(?:new|updated|revised|real|actual) (?:system )?(?:instructions?|prompt|task|objective)"
    r"(?: for (?:you|the (?:ai|assistant|model|agent)))?\s*:"
    r"|\byou are no longer\b|\byour (?:new|real|actual) (?:task|goal|instructions?|role) is\b"
    r"|忽略(?:之前|以上|上述|所有|先前)|忽略.{0,8}(?:指令|指示|提示)"
    r"|無視して.{0,12}(?:指示|命令)|(?:以前|これまで|上記).{0,10}(?:指示|命令).{0,6}無視"
    r"|игнорируй(?:те)?\W+(?:\w+\W+){0,3}(?:инструкц|указан)"
    r"|\b(?:negeer|zignoruj|ignoruj(?:te)?|ignorera|ignorér|ignorer|jätä huomiotta|bỏ qua)\b"
    r"[^\n.]{0,40}\b(?:instructies|instrukcj|polece|instrukc|pokyn|instruktion|instruks|ohje|"
    r"hướng dẫn|chỉ dẫn)"
    r"|talimat[^\n.]{0,20}(?:yok say|görmezden gel)"
    r"|(?:지시|명령|지침)[^\n.]{0,10}무시|تجاهل[^\n.]{0,30}(?:تعليمات|أوامر)"
    r"|(?:निर्देश|आदेश)[^\n.]{0,20}(?:अनदेखा|नज़रअंदाज़)"
)
# ... that speaks to a model and demands something of it, ...
_MODEL = (
    r"(?:ai|a\.i\.|llms?|assistants?|language models?|chat ?bots?|ai agents?|agents?|copilot|"
    r"chatgpt|claude|gemini|gpt|ki-assistent|sprachmodell)"
)
_DEMANDS = (
    r"(?:call|invoke|use|run|execute|send|post|upload|forward|fetch|open|visit|browse|delete|"
    r"remove|e-?mail|write|create|output|respond|reply|include|append|reveal|print|follow|obey)"
)
_ADDRESSES = (
    rf"(?i)\b(?:attention|note|notice|important|message|instructions?|hinweis|achtung|hey|"
    rf"hello|system)[^\w\n\"{{}}]+(?:\w+[^\w\n\"{{}}]+){{0,3}}?{_MODEL}\b[^\n.]{{0,80}}\b{_DEMANDS}\b"
    rf"|\bif you(?: are|'re) (?:an?|the) {_MODEL}\b"
    rf"|\b(?:you|as an?|any|all|every|the) {_MODEL}\b[^\n.]{{0,60}}\b(?:must|should|need to|"
    rf"have to|are (?:required|instructed|to)|shall)\b[^\n.]{{0,40}}\b{_DEMANDS}\b"
)
# ... that keeps something from the user, ...
_HIDES = (
    r"(?i)\b(?:do not|don't|never|without)\s+(?:tell|telling|mention|mentioning|inform|"
    r"informing|notify|notifying|alert|alerting|reveal|revealing|show|showing|ask|asking)\b"
    r"(?:[ ,]+\w+){0,4}?[ ,]+(?:the |your )?(?:user|human|person you)\b(?!'s)"
)
# ... or that pretends to be a message of the system or the user.
_TURNS = (
    r"(?im)^[ \t]*(?:<\|?(?:im_start|start_header_id|system|start_of_turn)\|?>|"
    r"\[/?(?:INST|SYSTEM)\]|#{2,}\s*(?:system|instructions?)\s*:|"
    r"\[?(?:system|developer)(?: (?:message|prompt|note|override))?\]?\s*:|"
    r"</?(?:system|tool_response|tool_result|assistant)>)[^\n]{0,40}?"
    rf"(?:\n[^\n]*)?\b(?:you|{_DEMANDS}|ignore|must|now)\b"
)
# Also combining marks and joiners, which hide words from a search.
_INVISIBLE = re.compile(f"[{HIDDEN}\u0300-\u036f\u200c-\u200f\ufe0e\ufe0f]")
_ESCAPED = re.compile(r"\\u00([2-7][0-9A-Fa-f])|&#(?:x([2-7][0-9A-Fa-f])|0{0,4}(\d{2,3}));")
# Characters of other scripts that look like Latin ones, and what they look like.
_FOREIGN = re.compile("[\u0391-\u03c9\u0405-\u0458\u04cf\u0501\u051b]")
_LOOK_ALIKES = str.maketrans(
    "АВЕКМНОРСТХУІЈЅаеорсухіјѕһӏԁԛвкмнтΑΒΕΖΗΙΚΜΝΟΡΤΥΧοανιρυ",
    "ABEKMHOPCTXYIJSaeopcyxijshldqbkmhtABEZHIKMNOPTYXoavipu",
)
_LATIN = re.compile("[A-Za-z]")
_TAGS = range(0xE0020, 0xE007F)  # characters of Unicode that hide ASCII
_COMMENT = re.compile(r"(?m)^[ \t]*(?:#+|//+|\*|--|;+|>+)[ \t]*")


def contains_instructions(text: str, tools: Iterable[Tool] = ()) -> bool:
    """Return whether a result seems to give the model instructions, or asks for one of the tools.

    A heuristic: it knows common sentences in some languages, hidden characters, and the names of
    the offered tools. Documentation of such sentences is taken for them, which costs a question.
    """
    plain = _plain(text[:_MAX_SEARCHED_CHARS])
    if any(re.search(each, plain) for each in (_OVERRIDES, _ADDRESSES, _HIDES, _TURNS)):
        return True
    return _asks_for(plain, tools)


def tool_with_instructions(tools: Iterable[Tool]) -> Tool | None:
    """Return the first tool of a server whose description gives the model instructions.

    Words about other tools are usual there, and are not instructions.
    """
    for tool in tools:
        if tool.server and contains_instructions(f"{tool.description}\n{dict(tool.parameters)}"):
            return tool
    return None


def _plain(text: str) -> str:
    """Return a text with hidden characters shown, look-alikes replaced, and white space joined."""
    shown = "".join(chr(ord(each) - 0xE0000) if ord(each) in _TAGS else each for each in text)
    shown = _ESCAPED.sub(_unescaped, shown)
    joined = _INVISIBLE.sub("", unicodedata.normalize("NFKC", shown)).replace("\u2019", "'")
    if _FOREIGN.search(joined):
        joined = re.sub(r"\w+", _in_latin, joined)
    return re.sub(r"[ \t\u00a0]+", " ", _COMMENT.sub("", joined))


def _unescaped(found: re.Match[str]) -> str:
    code = int(found[3]) if found[3] else int(found[1] or found[2], 16)
    return chr(code) if code < 0x7F else found[0]


def _in_latin(found: re.Match[str]) -> str:
    """Return a word that mixes scripts as it looks; words of one script stay."""
    word = found[0]
    is_mixed = _FOREIGN.search(word) and _LATIN.search(word)
    return word.translate(_LOOK_ALIKES) if is_mixed else word


def _asks_for(text: str, tools: Iterable[Tool]) -> bool:
    """Return whether a text asks to call one of the tools by its name.

    The name of a tool may be a usual word, as "fetch": then it must be named as a tool.
    """
    for tool in tools:
        name = re.escape(tool.name)
        is_word = tool.name.isalpha()
        named = rf"[`\"'“]?{name}[`\"'”]?"
        called = rf"{named}\s+(?:tool|function)\b" if is_word else rf"{named}(?![\w.=])"
        asked = (
            r"\b(?:call|invoke|use|using|run|execute|trigger)\s+(?:now\s+)?(?:the\s+|your\s+)?"
            rf"(?:tool\s+|function\s+)?{called}"
        )
        # Or a call as models write it, which one may repeat.
        written = (
            rf"<function=\s*{name}\s*>"
            rf"|\"name\"\s{{0,9}}:\s{{0,9}}\"{name}\"\s{{0,9}},\s{{0,9}}\"(?:arguments|parameters)\"\s{{0,9}}:"
        )
        if re.search(f"{asked}|{written}", text, re.IGNORECASE):
            return True
    return False
