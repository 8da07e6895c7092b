"""The modules `wit_world` and `componentize_py_types`, which exist only inside of a component: their types are read from the
contract, and their functions are those of the current fake system."""

import enum
import keyword
import pathlib
import re
import sys
import types
from dataclasses import dataclass, make_dataclass

# The contract, next to the project's own `world.wit`.
CONTRACT = pathlib.Path(__file__).resolve().parent.parent / "wit/deps/marotte"

# Interfaces that a component exports; the others are imported.
_EXPORTS = ("types", "providers")


@dataclass
class Ok:
    """A result without an error."""

    value: object


@dataclass(frozen=True)
class Err(Exception):
    """An error of the contract."""

    value: object


def install(functions):
    """Creates the modules. `functions` returns the function of an interface by their names: `functions("fs-read", "stat")`."""
    base = _module("componentize_py_types")
    base.Ok, base.Err, base.Result = Ok, Err, Ok | Err
    for name in ("wit_world", "wit_world.imports", "wit_world.exports"):
        _module(name).__path__ = []
    for name, text in _interfaces():
        home = "exports" if name in _EXPORTS else "imports"
        module = _module(f"wit_world.{home}.{_snake(name)}")
        setattr(sys.modules[f"wit_world.{home}"], _snake(name), module)
        for kind in _types(text):
            setattr(module, kind.__name__, kind)
        if home == "imports":
            for function in re.findall(r"([\w-]+):\s*func\(", _without_resources(text)):
                setattr(module, _snake(function), _function(functions, name, function))


def _function(functions, interface, name):
    def call(*words):
        return functions(interface, name)(*words)

    call.__name__ = _snake(name)
    return call


def _module(name):
    module = sys.modules[name] = types.ModuleType(name)
    return module


def _interfaces():
    """Returns the names and texts of all interfaces of the contract."""
    for file in sorted(CONTRACT.glob("*.wit")):
        text = re.sub(r"//.*", "", file.read_text())
        for part in re.split(r"^(?=interface |world )", text, flags=re.MULTILINE):
            if name := re.match(r"interface ([\w-]+)", part):
                yield name[1], part


def _without_resources(text):
    return re.sub(r"resource [\w-]+ \{.*?\n  \}", "", text, flags=re.DOTALL)


def _types(text):
    """Returns the classes of an interface's types, with the names that componentize-py generates."""
    for kind, name, body in re.findall(r"\b(record|enum|flags|variant) ([\w-]+) \{(.*?)\}", text, flags=re.DOTALL):
        if kind == "record":
            yield make_dataclass(_camel(name), [_snake(field) for field in re.findall(r"([\w-]+):", body)])
        elif kind == "variant":
            for case, payload in re.findall(r"([\w-]+)(\([^)]*\))?", body):
                yield make_dataclass(f"{_camel(name)}_{_camel(case)}", ["value"] if payload else [])
        else:
            cases = [_snake(case).upper() for case in re.findall(r"[\w-]+", body)]
            yield enum.Enum(_camel(name), cases, start=0) if kind == "enum" else enum.Flag(_camel(name), cases)


def _snake(name):
    """Returns a name in Python; keywords get an underscore, as by componentize-py."""
    name = name.replace("-", "_")
    return name + "_" if keyword.iskeyword(name) else name


def _camel(name):
    return "".join(word.capitalize() for word in name.split("-"))
