"""Connects the exports of a component to the author's classes: converts tables to rows, and states to tables."""

import json

try:
    from componentize_py_types import Err, Ok
except ModuleNotFoundError:
    # In tests, which run without WebAssembly.
    import marotte_fake  # noqa: F401
    from componentize_py_types import Err, Ok
from wit_world.exports import providers as wire_providers
from wit_world.exports import types as wire_types
from wit_world.imports import errors, log

# Not as `values`: that name becomes the submodule of this package when it is imported.
from wit_world.imports import values as wire

from .schema import column, document
from .values import Other, Reader, Secret, Writer

__all__ = ["Fault", "Other", "Row", "Secret", "State", "component", "each", "found"]

_CODES = {code.name.lower().replace("_", "-"): code for code in errors.Code}


class Fault(Exception):
    """An error with one of the contract's codes: `not-found`, `denied`, `io`, `invalid`, `other`, …"""

    def __init__(self, message, code="other", detail=None):
        super().__init__(message)
        self.message = message
        self.code = code
        self.detail = detail


class Row(dict):
    """A row: the attributes that are set, by name, and `id` and `title`."""

    def __init__(self, id, title, attributes):
        super().__init__(attributes)
        self.id = id
        self.title = title


class State:
    """A result of `get`, instead of a dict, with verdicts that override the host's comparison. `verdicts`: for each attribute
    a dict of `insync` and optionally `is`, `should`, `change`, `diff`."""

    def __init__(self, attributes, verdicts):
        self.attributes = attributes
        self.verdicts = verdicts


def each(rows, answer):
    """Calls a function for each row; an error affects only its row."""

    def one(row):
        try:
            return answer(row)
        except Exception as raised:
            return _fault(raised)

    return [one(row) for row in rows]


def found(ask):
    """Returns the result of a function, or None if it raises a `not-found` error."""
    try:
        return ask()
    except Exception as raised:
        if _fault(raised).code == "not-found":
            return None
        raise


def component(*described):
    """Returns the exports of a component, the classes `Types` and `Session`, for some types."""
    schema = json.dumps(document(described), ensure_ascii=False, separators=(",", ":"))
    named = {one["name"]: one for one in described}

    class Types(wire_types.Types if hasattr(wire_types, "Types") else object):
        def describe(self):
            return schema

        def canonicalize(self, type_name, provider, rows):
            one = named[type_name]
            problems, writer, written = [], Writer(), []

            def hook(some):
                changed = one["canonicalize"](some, provider, _complain(one, problems)) or []
                written.extend(_write_row(one, writer, row.id, row.title, row) for row in changed)

            def restart():
                problems.clear()
                written.clear()

            _by_row(lambda: _rows(one, rows), hook, restart, problems)
            return wire_types.Canonical(wire.Table(writer.arena(), written), problems)

        def relate(self, type_name, rows):
            one = named[type_name]

            def related(found):
                return wire_types.Related(
                    found["row"].id, wire_types.Edge[found["edge"].upper()], found["type"], found["titles"]
                )

            try:
                return [related(found) for found in one["relate"](_rows(one, rows)) or []]
            except Exception as raised:
                # The contract has no error here. The exception fails the call, which the host repeats for each row.
                if len(rows.rows) == 1:
                    log.emit(log.Level.ERR, rows.rows[0].id, None, _fault(raised).message)
                raise

    class Session:
        def __init__(self, one, provider):
            self.one = one
            self.provider = provider

        @classmethod
        def open(cls, type_name, provider, features):
            one = named.get(type_name, {})
            if provider not in one.get("providers", {}):
                message = f"this component has no provider '{provider}' of the type '{type_name}'"
                raise Err(_payload(Fault(message, "invalid")))
            return _answering(lambda: cls(one, one["providers"][provider](features)))

        def precheck(self, desired):
            problems = []

            def hook(some):
                self._ask("precheck", some, _complain(self.one, problems))

            _by_row(lambda: _rows(self.one, desired), hook, problems.clear, problems)
            return problems

        def instances(self):
            def answer():
                writer = Writer()
                rows = [_write_row(self.one, writer, 0, title, state) for title, state in self._ask("instances")]
                return wire.Table(writer.arena(), rows)

            return _answering(answer)

        def get(self, desired):
            def answer():
                rows = _rows(self.one, desired)
                answers = self._ask("get", rows)
                if len(answers) != len(rows):
                    raise Fault(f"'get' returned {len(answers)} results for {len(rows)} rows")
                writer = Writer()
                states = [_state(self.one, writer, answer) for answer in answers]
                return wire_providers.States(writer.arena(), states)

            return _answering(answer)

        def generate(self, desired):
            return _answering(lambda: _sheets(self._ask("generate", _rows(self.one, desired))))

        def expand(self, desired):
            return _answering(lambda: _sheets(self._ask("expand", _rows(self.one, desired))))

        def set(self, desired, current, changed):
            def answer():
                [row], [state] = _rows(self.one, desired), _rows(self.one, current)
                names = list(self.one["attributes"])
                said = self._ask("set", row, state, [names[place] for place in changed]) or {}
                return [
                    wire_providers.Applied(
                        column(self.one, name),
                        Err(_payload(outcome)) if isinstance(outcome, Exception) else Ok(outcome),
                    )
                    for name, outcome in said.items()
                ]

            return _answering(answer)

        def refresh(self, desired):
            def answer():
                [row] = _rows(self.one, desired)
                self._ask("refresh", row)

            return _answering(answer)

        def _ask(self, hook, *words):
            if not callable(getattr(self.provider, hook, None)):
                raise Fault(f"the provider has no '{hook}'")
            return getattr(self.provider, hook)(*words)

    return Types, Session


def _rows(one, table):
    names, reader = list(one["attributes"]), Reader(table.arena)
    return [
        Row(row.id, reader.text(row.title), {names[place]: reader.value(node) for place, node in row.slots})
        for row in table.rows
    ]


def _slots(one, writer, attributes):
    return [(column(one, name), writer.value(value)) for name, value in attributes.items()]


def _write_row(one, writer, id, title, attributes):
    return wire.Row(id, writer.text(title), _slots(one, writer, attributes))


def _state(one, writer, answer):
    if isinstance(answer, Exception):
        return Err(_payload(answer))
    attributes, verdicts = (answer.attributes, answer.verdicts) if isinstance(answer, State) else (answer, {})
    judged = [
        wire_providers.Verdict(
            column(one, name), said["insync"], *(said.get(part) for part in ("is", "should", "change", "diff"))
        )
        for name, said in verdicts.items()
    ]
    return Ok(wire_providers.State(_slots(one, writer, attributes), judged))


def _sheets(resources):
    """Encodes generated resources: dicts of `type`, `of` (the parent row), `title` and `attributes`."""

    def sheet(one):
        writer = Writer()
        slots = [(place, writer.value(value)) for place, value in enumerate(one["attributes"].values())]
        rows = [wire.Row(one["of"].id, writer.text(one["title"]), slots)]
        return wire.Sheet(one["type"], list(one["attributes"]), wire.Table(writer.arena(), rows))

    return [sheet(one) for one in resources or []]


def _complain(one, problems):
    def complain(row, message, attribute=None, severity="error"):
        place = None if attribute is None else column(one, attribute)
        problems.append(errors.Problem(row.id, place, errors.Severity[severity.upper()], message))

    return complain


def _by_row(read, hook, restart, problems):
    """Calls a hook with all rows. If it raises an exception, calls it with each row and adds a problem for the rows where it
    raises again, or for all rows if it does not."""
    try:
        return hook(read())
    except Exception as raised:
        restart()
        first = _fault(raised)
    failed = {}
    for row in read():
        try:
            hook([row])
        except Exception as raised:
            failed[row.id] = _fault(raised)
    failed = failed or {row.id: first for row in read()}
    problems.extend(errors.Problem(id, None, errors.Severity.ERROR, fault.message) for id, fault in failed.items())


def _answering(answer):
    """Converts exceptions to the contract's errors, since any other exception ends the component."""
    try:
        return answer()
    except Exception as raised:
        raise Err(_payload(raised)) from None


def _fault(raised):
    """Converts an exception of an import, of the author's code or of the language to a `Fault`."""
    if isinstance(raised, Fault):
        return raised
    if isinstance(raised, Err):
        code = raised.value.code.name.lower().replace("_", "-")
        return Fault(raised.value.message, code, raised.value.detail)
    name, places = type(raised).__name__, _places(raised)
    message = f"{name}: {raised}" if str(raised) else name
    return Fault(f"{message} ({places[-1]})" if places else message, "other", "\n".join(places) or None)


def _places(raised):
    """Returns the places that an exception passed through, outermost first. The module `traceback` would read source files,
    which a component does not have."""
    places, trace = [], raised.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        # In a component, the project is the directory /0.
        places.append(f"{code.co_filename.removeprefix('/0/')}, line {trace.tb_lineno}, in {code.co_name}")
        trace = trace.tb_next
    return places


def _payload(raised):
    fault = _fault(raised)
    return errors.Error(_CODES[fault.code], fault.message, fault.detail)
