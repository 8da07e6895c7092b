"""A system in memory: files, commands, facts, users. It has the imports of a component, and no grants."""

import difflib
import fnmatch
import hashlib
import posixpath
from dataclasses import dataclass, field

from .wit import Err, Ok


@dataclass
class Node:
    """A file, or a directory if its content is None."""

    content: bytes | None = b""
    mode: int = 0o644
    uid: int = 0
    gid: int = 0
    mtime_ns: int = 0


@dataclass
class FakeSystem:
    """The system on which the components of a test run. Creating one makes it the current system."""

    files: dict = field(default_factory=lambda: {"/": Node(None, 0o755)})
    facts: dict = field(default_factory=dict)
    users: list = field(default_factory=list)
    groups: list = field(default_factory=list)
    # Titles and attributes of the catalog's resources by type, for `catalog.find`.
    resources: dict = field(default_factory=dict)
    # Log messages: (level, message).
    messages: list = field(default_factory=list)
    # Commands that were run, as passed by the component.
    commands: list = field(default_factory=list)
    # Returns (exit code, standard output) for a command.
    on_command: object = None
    # Returns a response for a request.
    on_request: object = None
    # Whether state is read, so that nothing may be changed.
    is_reading: bool = False

    def __post_init__(self):
        global current
        current = self
        self._failures = {}

    def put(self, path, text="", mode=0o644):
        """Creates a file and its parent directories."""
        self._parents(path)
        self.files[path] = Node(text if isinstance(text, bytes) else text.encode(), mode)

    def text(self, path):
        """Returns the content of a file; None if it does not exist."""
        node = self.files.get(path)
        return None if node is None or node.content is None else node.content.decode()

    def fail(self, function, message, code="io"):
        """Makes the next call of a function of the contract fail: `fail("write", "No space left on device")`."""
        self._failures[function] = (code, message)

    def call(self, interface, function):
        """Returns the implementation of a function of the contract."""
        own = getattr(self, f"_{interface}_{function}".replace("-", "_"), None)
        if own is None:
            raise NotImplementedError(f"the fake system has no '{function}' of the interface '{interface}'")
        if function in self._failures:
            code, message = self._failures.pop(function)
            raise error(code, message)
        if self.is_reading and interface in ("fs-write", "process-mutate", "download"):
            raise error("refused", f"'{function}' is not allowed while state is read")
        return own

    def _parents(self, path):
        while (path := posixpath.dirname(path)) not in self.files:
            self.files[path] = Node(None, 0o755)

    def _node(self, path):
        if path not in self.files:
            raise error("not-found", f"Could not read {path}: No such file or directory")
        return self.files[path]

    def _content(self, path):
        content = self._node(path).content
        if content is None:
            raise error("io", f"Could not read {path}: Is a directory")
        return content

    def _bytes(self, body):
        """Assembles a body. A secret is its token in angle brackets."""
        whole = b""
        for part in body:
            match type(part).__name__:
                case "Part_Text":
                    whole += part.value.encode()
                case "Part_Bytes":
                    whole += part.value
                case "Part_Secret":
                    whole += f"<secret {part.value.token}>".encode()
                case _:
                    whole += self._content(part.value.path)
        return whole

    def _fs_read_stat(self, places, follow, want):
        kinds = _types("fs_types")

        def one(place):
            node = self.files.get(place.path)
            if node is None:
                return Ok(None)
            kind = kinds.Kind.DIRECTORY if node.content is None else kinds.Kind.FILE
            times = (0, node.mtime_ns, 0)
            size = len(node.content or b"")
            return Ok(kinds.Metadata(kind, size, node.mode, node.uid, node.gid, *times, None, None, None, None))

        return [one(place) for place in places]

    def _fs_read_read(self, place, offset, limit):
        return self._content(place.path)[offset : offset + limit]

    def _fs_read_read_text(self, place, limit):
        content = self._content(place.path)
        if len(content) > limit:
            raise error("io", f"Could not read {place.path}: it has more than {limit} bytes")
        return content.decode()

    def _fs_read_digest(self, bodies, algorithm):
        return [Ok(hashlib.new(algorithm, self._bytes(body)).hexdigest()) for body in bodies]

    def _fs_read_equal(self, pairs):
        def one(place, body):
            node = self.files.get(place.path)
            return Ok(node is not None and node.content == self._bytes(body))

        return [one(place, body) for place, body in pairs]

    def _fs_read_diff(self, place, body):
        lines = [text.decode().splitlines(keepends=True) for text in (self._content(place.path), self._bytes(body))]
        return "".join(difflib.unified_diff(*lines, place.path, place.path))

    def _fs_read_walk(self, root, depth, follow, ignore, limit):
        top, kinds = root.path.rstrip("/") + "/", _types("fs_types").Kind
        found = []
        for path in sorted(self.files, key=lambda path: path.split("/")):
            names = path.removeprefix(top).split("/")
            is_ignored = any(fnmatch.fnmatchcase(name, glob) for name in names for glob in ignore)
            if path.startswith(top) and path != top and len(names) <= depth and not is_ignored:
                kind = kinds.DIRECTORY if self.files[path].content is None else kinds.FILE
                found.append(_types("fs_read").Entry(path, kind))
        if len(found) > limit:
            raise error("io", f"{root.path} has more than {limit} entries")
        return found

    def _fs_write_write(self, path, body, attrs, backup):
        self._node(posixpath.dirname(path))
        node = self.files.get(path) or Node()
        content = self._bytes(body)
        if backup and path in self.files:
            self.files[path + backup] = Node(self._content(path))
        self.files[path] = Node(content, node.mode, node.uid, node.gid)
        self._fs_write_set_attrs(path, attrs, False)

    def _fs_write_stage(self, path, body, attrs):
        return _Staged(self, path, body, attrs)

    def _fs_write_make_directory(self, path, attrs, parents):
        if parents:
            self._parents(path)
        self._node(posixpath.dirname(path))
        if path in self.files:
            raise error("exists", f"Could not create {path}: File exists")
        self.files[path] = Node(None, 0o755)
        self._fs_write_set_attrs(path, attrs, False)

    def _fs_write_set_attrs(self, path, attrs, follow):
        node = self._node(path)
        for name in ("mode", "uid", "gid", "mtime_ns"):
            if (value := getattr(attrs, name)) is not None:
                setattr(node, name, value)

    def _fs_write_rename(self, source, path):
        self._node(posixpath.dirname(path))
        self.files[path] = self._node(source)
        del self.files[source]

    def _fs_write_remove(self, path, recursive, backup):
        self._node(path)
        below = [other for other in self.files if other.startswith(path + "/")]
        if below and not recursive:
            raise error("io", f"Could not remove {path}: Directory not empty")
        for other in [path, *below]:
            del self.files[other]

    def _process_query_run(self, commands):
        return [Ok(self._run(command)) for command in commands]

    def _process_mutate_run(self, command):
        return self._run(command)

    def _run(self, command):
        self.commands.append(command)
        if self.on_command is None:
            raise error("not-found", "the fake system has no commands; set 'on_command'")
        status, output = self.on_command(command)
        output = output if isinstance(output, bytes) else output.encode()
        return _types("process_types").Output(status, output, b"", False)

    def _http_send(self, request):
        if self.on_request is None:
            raise error("io", "the fake system has no network; set 'on_request'")
        return self.on_request(request)

    def _facts_get(self, path):
        from marotte.values import Writer

        if path not in self.facts:
            return None
        writer = Writer()
        writer.value(self.facts[path])
        return writer.arena()

    def _log_emit(self, level, row, attribute, message):
        self.messages.append((level.name.lower(), message))

    def _catalog_find(self, type_name, columns):
        from marotte.values import Writer

        wire, writer, rows = _types("values"), Writer(), []
        for number, (title, attributes) in enumerate(self.resources.get(type_name, {}).items(), 1):
            slots = [(place, writer.value(attributes[name])) for place, name in enumerate(columns) if name in attributes]
            rows.append(wire.Row(number, writer.text(title), slots))
        return wire.Table(writer.arena(), rows)

    def _identity_find_user(self, key):
        return _find(self.users, key, "uid")

    def _identity_find_group(self, key):
        return _find(self.groups, key, "gid")

    def _identity_users(self):
        return self.users

    def _identity_groups(self):
        return self.groups


class _Staged:
    """A staged file, which exists until the end of a `with` block unless it is committed."""

    def __init__(self, system, target, body, attrs):
        self.system, self.target, self.attrs = system, target, attrs
        directory = "/tmp" if target is None else posixpath.dirname(target)
        self.place = f"{directory}/.marotte-fake-{len(system.files)}"
        system.put(self.place, system._bytes(body))
        system._fs_write_set_attrs(self.place, attrs, False)

    def path(self):
        return self.place

    def commit(self, backup):
        if self.target is None:
            raise error("invalid", "a staged file without a path cannot be committed")
        parts = [_types("fs_types").Part_Bytes(self.system._content(self.place))]
        self.system._fs_write_write(self.target, parts, self.attrs, backup)

    def __enter__(self):
        return self

    def __exit__(self, *raised):
        self.system.files.pop(self.place, None)


def error(code, message):
    """Returns an error of the contract."""
    errors = _types("errors")
    return Err(errors.Error(errors.Code[code.upper().replace("-", "_")], message, None))


def call(interface, function):
    """Returns a function of the current system."""
    if current is None:
        raise RuntimeError("there is no fake system: create a FakeSystem first")
    return current.call(interface, function)


def _types(interface):
    import importlib

    return importlib.import_module(f"wit_world.imports.{interface}")


def _find(all, key, number):
    name = "name" if isinstance(key.value, str) else number
    return next((one for one in all if getattr(one, name) == key.value), None)


# The system whose functions the modules have.
current = None
