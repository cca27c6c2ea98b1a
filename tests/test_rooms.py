"""Data flows one way: no import goes back, and no two modules need each other."""

import ast
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "qaeval"

# Low to high: a module may import its own room and those above it in this list.
ROOMS = (
    "wording",
    "errors",
    "decimals",
    "arrays",
    "progress",
    "processors",
    "workers",
    "threads",
    "errands",
    "patterns",
    "collection",
    "files",
    "files.foreign",
    "gold",
    "marking",
    "measures",
    "scores",
    "studies",
    "presentation",
    "presentation.plots",
    "presentation.report",
    "steps",
    "notebook",
    "cli",
    "__init__",  # the Python API
    "__main__",
)


def module_name(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def room(module):
    """The room in which a module stands: the longest name in the list that it begins with."""
    return max(
        (name for name in ROOMS if f"{module}.".startswith(f"{name}.")), key=len, default=None
    )


def imports(module):
    """Every module of the package that this one imports, wherever in its text it does."""
    for node in ast.walk(ast.parse(MODULES[module].read_text())):
        if isinstance(node, ast.Import):
            yield from (known(alias.name) for alias in node.names if is_ours(alias.name))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            if is_ours(node.module):
                for alias in node.names:
                    # The version is stated by the package itself, which is always there.
                    if (node.module, alias.name) != ("qaeval", "__version__"):
                        yield known(f"{node.module}.{alias.name}")


def is_ours(name):
    return name.split(".")[0] == "qaeval"


def known(name):
    """The module that an imported name is, or in which it stands."""
    inner = name.removeprefix("qaeval").removeprefix(".")
    if inner in MODULES:
        return inner
    outer = inner.rpartition(".")[0] or "__init__"
    assert outer in MODULES, f"no module {name}"
    return outer


@pytest.mark.parametrize("module", MODULES)
def test_no_import_goes_back(module):
    assert room(module) is not None, f"{module} stands in no room"
    here = ROOMS.index(room(module))
    back = [name for name in imports(module) if ROOMS.index(room(name)) > here]
    assert not back


def test_no_two_modules_need_each_other():
    needs = {module: set(imports(module)) - {module} for module in MODULES}
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_every_room_is_there():
    assert {room(module) for module in MODULES} == set(ROOMS)
