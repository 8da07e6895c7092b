"""A text in a file, with every function that a type and a provider can have. The attribute `raises` names one that fails."""

from marotte import component, each, found
from wit_world.imports import fs_read, fs_write
from wit_world.imports.fs_types import Part_Text, Place

LIMIT = 1 << 16
KEPT = fs_write.Attrs(mode=None, uid=None, gid=None, mtime_ns=None, selinux=None)


def check(row, function):
    if row.get("raises") == function:
        raise ValueError(f"{function} was asked to fail")


def canonicalize(rows, provider, complain):
    changed = []
    for row in rows:
        check(row, "canonicalize")
        if row.get("text") == "":
            complain(row, "an empty note is useless", attribute="text")
        elif "text" in row:
            row["text"] = row["text"].strip()
            changed.append(row)
    return changed


def relate(rows):
    for row in rows:
        check(row, "relate")
    return [{"row": row, "edge": "require", "type": "file", "titles": ["/etc/notes"]} for row in rows]


class Plain:
    def __init__(self, features):
        pass

    def precheck(self, rows, complain):
        for row in rows:
            check(row, "precheck")

    def get(self, rows):
        def one(row):
            check(row, "get")
            text = found(lambda: fs_read.read_text(Place(row.id, row["path"]), LIMIT))
            return {"ensure": "absent"} if text is None else {"ensure": "present", "text": text.strip()}

        return each(rows, one)

    def set(self, row, state, changed):
        check(row, "set")
        if row["ensure"] == "absent":
            fs_write.remove(row["path"], False, None)
        else:
            fs_write.write(row["path"], [Part_Text(row.get("text", "") + "\n")], KEPT, None)

    def refresh(self, row):
        check(row, "refresh")

    def instances(self):
        entries = found(lambda: fs_read.walk(Place(0, "/etc/notes"), 1, False, [], 100)) or []
        return [(entry.path, {"ensure": "present"}) for entry in entries]

    def generate(self, rows):
        return _files(rows, "generate", ".generated")

    def expand(self, rows):
        return _files(rows, "expand", ".expanded")


def _files(rows, function, suffix):
    for row in rows:
        check(row, function)
    return [
        {"type": "file", "of": row, "title": row["path"] + suffix, "attributes": {"content": suffix}}
        for row in rows
        if row.get("copies")
    ]


Types, Session = component(
    {
        "name": "note",
        "docs": "A text in a file.",
        "attributes": {
            "path": {"docs": "The file.", "traits": ["namevar"], "data_type": "String"},
            "ensure": {
                "docs": "Whether the file exists.",
                "role": "property",
                "choices": [
                    {"value": "present", "docs": "The file exists."},
                    {"value": "absent", "meaning": "absent", "docs": "The file does not exist."},
                ],
                "default": "present",
            },
            "text": {"docs": "The text.", "role": "property", "data_type": "String"},
            "copies": {"docs": "Whether to add further files.", "data_type": "Boolean"},
            "raises": {"docs": "The function that fails.", "data_type": "String"},
        },
        "canonicalize": canonicalize,
        "relate": relate,
        "examples": ["file { '/etc/notes':\n  ensure => directory,\n}\nnote { '/etc/notes/a':\n  text => ' Hello ',\n}"],
        "providers": {"plain": Plain},
    }
)
