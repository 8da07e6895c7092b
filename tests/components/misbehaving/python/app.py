"""Manages single lines of INI files: the example of sdk/examples/ini_line, with the same schema and behaviour."""

from marotte import Fault, component, each, found
from wit_world.imports import fs_read, fs_write
from wit_world.imports.fs_types import Part_Text, Place

LIMIT = 1 << 20
KEPT = fs_write.Attrs(mode=None, uid=None, gid=None, mtime_ns=None, selinux=None)


def read(place):
    return (found(lambda: fs_read.read_text(place, LIMIT)) or "").splitlines()


def entries(lines):
    """Returns the section, key and value of each line; the key is empty for other lines."""
    section, all = "", []
    for line in map(str.strip, lines):
        is_name = line.startswith("[") and line.endswith("]")
        section = line[1:-1] if is_name else section
        key, equals, value = line.partition("=")
        is_entry = equals and not is_name and not line.startswith(("#", ";"))
        all.append((section, key.strip(), value.strip()) if is_entry else (section, "", ""))
    return all


def find(row, all):
    return next((place for place, (section, key, _) in enumerate(all) if (section, key) == (row["section"], row["key"])), None)


class Text:
    def __init__(self, features):
        pass

    def get(self, rows):
        def one(row):
            all = entries(read(Place(row.id, row["path"])))
            here = find(row, all)
            return {"ensure": "absent"} if here is None else {"ensure": "present", "value": all[here][2]}

        return each(rows, one)

    def set(self, row, state, changed):
        lines = read(Place(row.id, row["path"]))
        all = entries(lines)
        here = find(row, all)
        last = max((place for place, (section, _, _) in enumerate(all) if section == row["section"]), default=None)
        line = f"{row['key']} = {row.get('value', '')}"
        if row["ensure"] == "absent":
            if here is None:
                raise Fault("there is no such line", "not-found")
            del lines[here]
        elif here is not None:
            lines[here] = line
        elif row["section"] == "" or last is not None:
            lines.insert(0 if last is None else last + 1, line)
        else:
            lines += [f"[{row['section']}]", line]
        fs_write.write(row["path"], [Part_Text("\n".join(lines) + "\n")], KEPT, None)

    def instances(self):
        lines = entries(read(Place(0, "/etc/app.ini")))
        return [(f"{section}/{key}", {"ensure": "present", "value": value}) for section, key, value in lines if key]


Types, Session = component(
    {
        "name": "ini_line",
        "docs": "A line in an INI file.",
        "attributes": {
            "path": {
                "docs": "The file; created if missing.",
                "traits": ["namevar"],
                "data_type": "String",
                "default": "/etc/app.ini",
            },
            "section": {
                "docs": "The section of the line; empty for lines before the first section.",
                "traits": ["namevar"],
                "data_type": "String",
            },
            "key": {"docs": "The text before the equals sign.", "traits": ["namevar"], "data_type": "String"},
            "ensure": {
                "docs": "Whether the line should exist.",
                "role": "property",
                "choices": [
                    {"value": "present", "docs": "The resource exists."},
                    {"value": "absent", "meaning": "absent", "docs": "The resource does not exist."},
                ],
                "default": "present",
            },
            "value": {"docs": "The text after the equals sign.", "role": "property", "data_type": "String"},
        },
        "title_patterns": [
            {"pattern": "^(/.+):(.*)/(.+)$", "captures": ["path", "section", "key"]},
            {"pattern": "^(.*)/(.+)$", "captures": ["section", "key"]},
        ],
        "edges": [{"require": "file", "of": "path"}],
        "examples": ["ini_line { 'server/port': value => '8080' }"],
        "providers": {"text": Text},
    }
)
