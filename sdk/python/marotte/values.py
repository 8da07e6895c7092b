"""Owns the way of values into and out of the flat list in which they cross to the host (values.wit).

In Python a value is None (undef), a bool, an int, a float, a str, bytes, a list, a dict, a Secret or an Other.
"""

from dataclasses import dataclass

from wit_world.imports import values as wire

# Deeper nesting than this is no attribute of a resource.
MAX_DEPTH = 100


@dataclass(frozen=True)
class Secret:
    """A Sensitive value: a token that can be put into a body and never be looked at."""

    token: int


@dataclass(frozen=True)
class Other:
    """Any other value of the language, by the name of its type and its string form: ("Regexp", "^a")."""

    type: str
    text: str


class Reader:
    """A list that came from the host."""

    def __init__(self, arena):
        self.values = arena.values
        # Spans count bytes; of a text without other letters these are its characters.
        self.chars = arena.text if arena.text.isascii() else None
        self.bytes = None if self.chars is not None else arena.text.encode()

    def text(self, span):
        """Returns a part of the text."""
        end = span.start + span.length
        if self.chars is not None:
            return self.chars[span.start : end]
        return self.bytes[span.start : end].decode()

    def value(self, index, parent=None, depth=MAX_DEPTH):
        """Returns the value at an index."""
        if index >= (len(self.values) if parent is None else parent):
            raise ValueError("a value refers to one after it")
        if depth == 0:
            raise ValueError("a value is nested too deeply")

        def child(other):
            return self.value(other, index, depth - 1)

        node = self.values[index]
        match node:
            case wire.Value_Undef():
                return None
            case wire.Value_Text():
                return self.text(node.value)
            case wire.Value_Array():
                return [child(item) for item in node.value]
            case wire.Value_Hash():
                return {_key(child(key)): child(item) for key, item in node.value}
            case wire.Value_Secret():
                return Secret(node.value)
            case wire.Value_Other():
                return Other(*node.value)
            case _:
                return node.value


class Writer:
    """A list for the host."""

    def __init__(self):
        self.values = []
        self.texts = []
        self.length = 0
        self.known = {}

    def text(self, text):
        """Adds a text and returns where it stands."""
        length = len(text) if text.isascii() else len(text.encode())
        span = wire.Span(self.length, length)
        self.texts.append(text)
        self.length += length
        return span

    def value(self, value, depth=MAX_DEPTH):
        """Adds a value and returns its index."""
        if depth == 0:
            raise ValueError("a value is nested too deeply")

        def child(item):
            return self.value(item, depth - 1)

        if value is None:
            return self._push(wire.Value_Undef())
        if isinstance(value, str):
            if value not in self.known:
                self.known[value] = self._push(wire.Value_Text(self.text(value)))
            return self.known[value]
        # A bool is an int, too.
        if isinstance(value, bool):
            return self._push(wire.Value_Boolean(value))
        if isinstance(value, int):
            if not -(2**63) <= value < 2**63:
                raise ValueError(f"{value} is too large for a whole number of the language")
            return self._push(wire.Value_Integer(value))
        if isinstance(value, float):
            return self._push(wire.Value_Float(value))
        if isinstance(value, (bytes, bytearray)):
            return self._push(wire.Value_Binary(bytes(value)))
        if isinstance(value, Secret):
            return self._push(wire.Value_Secret(value.token))
        if isinstance(value, Other):
            return self._push(wire.Value_Other((value.type, value.text)))
        if isinstance(value, (list, tuple)):
            return self._push(wire.Value_Array([child(item) for item in value]))
        if isinstance(value, dict):
            return self._push(wire.Value_Hash([(child(key), child(item)) for key, item in value.items()]))
        raise TypeError(f"a {type(value).__name__} is no value of the language")

    def arena(self):
        """Returns the list as it crosses."""
        return wire.Arena(self.values, "".join(self.texts))

    def _push(self, node):
        self.values.append(node)
        return len(self.values) - 1


def _key(value):
    """A key of a dict can't change."""
    return tuple(value) if isinstance(value, list) else value
