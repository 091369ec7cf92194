"""Which variables a chat template reads, and which words it compares them with."""

from collections.abc import Iterable, Iterator, Mapping

from jinja2 import Environment, meta, nodes

# What every rendering is given, and what no user writes by hand.
_GIVEN = frozenset(
    {"messages", "add_generation_prompt", "bos_token", "eos_token", "tools", "loop", "self"}
)
_MOST_VARIABLES = 100


def variables_of(environment: Environment, source: str) -> Mapping[str, tuple[str, ...]]:
    """Return the variables that a template may be given, each with the words it is compared with.

    Some of them are its own, set on another way through it. Raises TemplateError.
    """
    tree = environment.parse(source)
    unset = meta.find_undeclared_variables(tree) - _GIVEN - environment.globals.keys()
    words: dict[str, dict[str, None]] = {name: {} for name in sorted(unset)[:_MOST_VARIABLES]}
    origins = _origins(tree)
    for comparison in tree.find_all(nodes.Compare):
        sides = [comparison.expr, *(operand.expr for operand in comparison.ops)]
        found = [word for side in sides for word in _constants(side)]
        for name in _with_origins(_names(sides), origins):
            if name in words:
                words[name].update(dict.fromkeys(found))
    return {name: tuple(found) for name, found in words.items()}


def _origins(tree: nodes.Template) -> Mapping[str, set[str]]:
    """Return of which variables others are made: by ``set a = b if b else "x"``, a of b."""
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
