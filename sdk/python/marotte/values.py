"""Converts values to and from the flat list in which they are passed to the host (values.wit).

In Python a value is None (undef), a bool, an int, a float, a str, bytes, a list, a dict, a Secret or an Other.
"""

from dataclasses import dataclass

from wit_world.imports import values as wire

# Maximum nesting depth of an attribute value.
MAX_DEPTH = 100


@dataclass(frozen=True)
class Secret:
    """A Sensitive value: a token that can be inserted into a body but not read."""

    token: int


@dataclass(frozen=True)
class Other:
    """Any other Puppet value, by the name of its type and its string form: ("Regexp", "^a")."""

    type: str
    text: str


class Reader:
    """Decodes a list received from the host."""

    def __init__(self, arena):
        self.values = arena.values
        # Spans count bytes, which are the same as characters in an ASCII text.
        self.chars = arena.text if arena.text.isascii() else None
        self.bytes = None if self.chars is not None else arena.text.encode()

    def text(self, span):
        """Returns the text of a span."""
        end = span.start + span.length
        if self.chars is not None:
            return self.chars[span.start : end]
        return self.bytes[span.start : end].decode()

    def value(self, index, parent=None, depth=MAX_DEPTH):
        """Returns the value at an index."""
        if index >= (len(self.values) if parent is None else parent):
            raise ValueError("a value refers to a later value")
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
    """Encodes a list for the host."""

    def __init__(self):
        self.values = []
        self.texts = []
        self.length = 0
        self.known = {}

    def text(self, text):
        """Appends a text and returns its span."""
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
        # `bool` is a subclass of `int`.
        if isinstance(value, bool):
            return self._push(wire.Value_Boolean(value))
        if isinstance(value, int):
            if not -(2**63) <= value < 2**63:
                raise ValueError(f"{value} is out of range for a Puppet integer")
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
        raise TypeError(f"a {type(value).__name__} is not a Puppet value")

    def arena(self):
        """Returns the encoded list."""
        return wire.Arena(self.values, "".join(self.texts))

    def _push(self, node):
        self.values.append(node)
        return len(self.values) - 1


def _key(value):
    """Converts a list to a tuple, since keys of a dict must be hashable."""
    return tuple(value) if isinstance(value, list) else value
