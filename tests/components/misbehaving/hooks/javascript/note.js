// A text in a file, with every function that a type and a provider can have. The attribute `raises` names one that fails.

import { component, each, found } from "./marotte/marotte.js";
import { readText, walk } from "marotte:provider/fs-read@0.1.0";
import { remove, write } from "marotte:provider/fs-write@0.1.0";

const LIMIT = 1 << 16;

function check(row, name) {
  if (row.raises === name) throw new TypeError(`${name} was asked to fail`);
}

function canonicalize(rows, provider, complain) {
  return rows.filter((row) => {
    check(row, "canonicalize");
    if (row.text === "") complain(row, "an empty note is useless", { attribute: "text" });
    const isChanged = Boolean(row.text);
    if (isChanged) row.text = row.text.trim();
    return isChanged;
  });
}

function relate(rows) {
  rows.forEach((row) => check(row, "relate"));
  return rows.map((row) => ({ row, edge: "require", type: "file", titles: ["/etc/notes"] }));
}

function files(rows, name, suffix) {
  rows.forEach((row) => check(row, name));
  const chosen = rows.filter((row) => row.copies);
  return chosen.map((row) => ({ type: "file", of: row, title: row.path + suffix, attributes: { content: suffix } }));
}

class Plain {
  precheck(rows) {
    rows.forEach((row) => check(row, "precheck"));
  }

  get(rows) {
    return each(rows, (row) => {
      check(row, "get");
      const text = found(() => readText({ row: row.id, path: row.path }, LIMIT));
      return text === null ? { ensure: "absent" } : { ensure: "present", text: text.trim() };
    });
  }

  set(row) {
    check(row, "set");
    if (row.ensure === "absent") remove(row.path, false, undefined);
    else write(row.path, [{ tag: "text", val: `${row.text ?? ""}\n` }], {}, undefined);
  }

  refresh(row) {
    check(row, "refresh");
  }

  instances() {
    const entries = found(() => walk({ row: 0, path: "/etc/notes" }, 1, false, [], 100)) ?? [];
    return entries.map(({ path }) => ({ title: path, ensure: "present" }));
  }

  generate(rows) {
    return files(rows, "generate", ".generated");
  }

  expand(rows) {
    return files(rows, "expand", ".expanded");
  }
}

export const { types, providers } = component({
  name: "note",
  docs: "A text in a file.",
  attributes: {
    path: { docs: "The file.", traits: ["namevar"], dataType: "String" },
    ensure: {
      docs: "Whether the file exists.",
      role: "property",
      choices: [
        { value: "present", docs: "The file exists." },
        { value: "absent", meaning: "absent", docs: "The file does not exist." },
      ],
      default: "present",
    },
    text: { docs: "The text.", role: "property", dataType: "String" },
    copies: { docs: "Whether to add further files.", dataType: "Boolean" },
    raises: { docs: "The function that fails.", dataType: "String" },
  },
  canonicalize,
  relate,
  examples: ["file { '/etc/notes':\n  ensure => directory,\n}\nnote { '/etc/notes/a':\n  text => ' Hello ',\n}"],
  providers: { plain: Plain },
});
