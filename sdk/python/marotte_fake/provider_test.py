"""Calls a provider as the host does: through the exports of the component, with tables and states of the contract."""

import json

from wit_world.imports import values as wire

from marotte.values import Reader, Writer

from . import system as fake
from .wit import Err, Ok

# The number of the only row of a call.
ROW = 1


class Problems(Exception):
    """Errors that `canonicalize` or `precheck` report about a row."""


class ProviderTest:
    """A provider of a type: `ProviderTest(app, "motd", "plain")`, where `app` is the module with `Types` and `Session`."""

    def __init__(self, app, type_name, provider, features=()):
        self.types = app.Types()
        document = json.loads(self.types.describe())
        self.type = next(one for one in document["types"] if one["name"] == type_name)
        self.names = [attribute["name"] for attribute in self.type["attributes"]]
        self.provider = provider
        self.session = app.Session.open(type_name, provider, list(features))

    def want(self, title, **attributes):
        """Returns the canonical attributes of a resource, with defaults. The namevar is the title unless it is given."""
        desired = {}
        for attribute in self.type["attributes"]:
            name, default = attribute["name"], attribute.get("default", {})
            if "constant" in default:
                desired[name] = default["constant"]
            if "namevar" in attribute.get("traits", []) and attribute.get("default") is None:
                desired[name] = title
        desired.update(attributes)
        if "canonicalize" not in self.type.get("hooks", []):
            return desired
        canonical = self.types.canonicalize(self.type["name"], self.provider, self._table(title, desired))
        self._reject(canonical.problems)
        for _, changed in self._rows(canonical.rows):
            desired = changed
        return desired

    def get(self, title, **attributes):
        """Returns the current state of a resource."""
        return self._read(title, self.want(title, **attributes))[0]

    def noop(self, title, **attributes):
        """Returns the attributes that a run would change, with their current and desired values."""
        return self._changes(title, self.want(title, **attributes))[0]

    def apply(self, title, **attributes):
        """Applies a resource and returns the changed attributes, with their previous and new values."""
        desired = self.want(title, **attributes)
        changes, state = self._changes(title, desired)
        if changes:
            columns = sorted(self.names.index(name) for name in changes)
            applied = self.session.set(self._table(title, desired), self._table(title, state), columns)
            for one in applied:
                if isinstance(one.outcome, Err):
                    raise one.outcome
        return changes

    def refresh(self, title, **attributes):
        """Calls the provider as after a change of a resource that this one subscribes to."""
        self.session.refresh(self._table(title, self.want(title, **attributes)))

    def precheck(self, title, **attributes):
        """Calls the check before a run, and raises `Problems`."""
        self._reject(self.session.precheck(self._table(title, self.want(title, **attributes))))

    def instances(self):
        """Returns the attributes of all resources on the system by title."""
        with _Reading():
            return dict(self._rows(self.session.instances()))

    def generate(self, title, **attributes):
        """Returns the added resources: (type, title, attributes)."""
        return self._added(self.session.generate(self._table(title, self.want(title, **attributes))))

    def expand(self, title, **attributes):
        """Returns the resources that are added within the resource: (type, title, attributes)."""
        return self._added(self.session.expand(self._table(title, self.want(title, **attributes))))

    def relate(self, title, **attributes):
        """Returns the automatic relationships of a resource: (edge, type, titles)."""
        related = self.types.relate(self.type["name"], self._table(title, self.want(title, **attributes)))
        return [(one.edge.name.lower(), one.target_type, one.titles) for one in related]

    def _changes(self, title, desired):
        state, verdicts = self._read(title, desired)
        differing = {}
        for attribute in self.type["attributes"]:
            name = attribute["name"]
            if attribute.get("role") != "property" or name not in desired and name not in verdicts:
                continue
            is_insync = verdicts[name] if name in verdicts else state.get(name) == desired[name]
            if not is_insync:
                differing[name] = (state.get(name), desired.get(name))
        # As in a run: an absent resource is created as a whole, and one that should be absent has no other changes.
        if "ensure" in differing:
            differing = {"ensure": differing["ensure"]}
        elif desired.get("ensure") == "absent":
            differing = {}
        return differing, state

    def _read(self, title, desired):
        with _Reading():
            answer = self.session.get(self._table(title, desired))
        [state] = answer.states
        if not isinstance(state, Ok):
            raise state
        reader = Reader(answer.arena)
        current = {self.names[column]: reader.value(node) for column, node in state.value.slots}
        return current, {self.names[verdict.attribute]: verdict.insync for verdict in state.value.verdicts}

    def _table(self, title, attributes):
        writer = Writer()
        slots = [(self.names.index(name), writer.value(value)) for name, value in attributes.items()]
        rows = [wire.Row(ROW, writer.text(title), slots)]
        return wire.Table(writer.arena(), rows)

    def _rows(self, table):
        reader = Reader(table.arena)
        for row in table.rows:
            yield reader.text(row.title), {self.names[column]: reader.value(node) for column, node in row.slots}

    def _added(self, sheets):
        added = []
        for sheet in sheets:
            reader = Reader(sheet.rows.arena)
            for row in sheet.rows.rows:
                attributes = {sheet.columns[column]: reader.value(node) for column, node in row.slots}
                added.append((sheet.type_name, reader.text(row.title), attributes))
        return added

    def _reject(self, problems):
        found = [problem.message for problem in problems if problem.severity.name == "ERROR"]
        if found:
            raise Problems("\n".join(found))


class _Reading:
    """Refuses changes while state is read."""

    def __enter__(self):
        fake.current.is_reading = True

    def __exit__(self, *raised):
        fake.current.is_reading = False
