// Manages single lines of INI files: the example of sdk/examples/ini_line, with the same schema and behaviour.

import { Fault, component, each, found } from "./marotte/marotte.js";
import { readText } from "marotte:provider/fs-read@0.1.0";
import { write } from "marotte:provider/fs-write@0.1.0";

const LIMIT = 1 << 20;

function read(place) {
  const text = found(() => readText(place, LIMIT)) ?? "";
  return text.replace(/\n$/, "").split("\n").filter((_, index, all) => all.length > 1 || all[index] !== "");
}

/** Returns the section, key and value of each line; the key is empty for other lines. */
function entries(lines) {
  let section = "";
  return lines.map((whole) => {
    const line = whole.trim();
    const name = line.match(/^\[(.*)\]$/)?.[1];
    section = name ?? section;
    const at = line.indexOf("=");
    if (name !== undefined || at < 0 || /^[#;]/.test(line)) return [section, "", ""];
    return [section, line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
}

const is = (row) => ([section, key]) => section === row.section && key === row.key;

class Text {
  get(rows) {
    return each(rows, (row) => {
      const there = entries(read({ row: row.id, path: row.path })).find(is(row));
      return there === undefined ? { ensure: "absent" } : { ensure: "present", value: there[2] };
    });
  }

  set(row) {
    const lines = read({ row: row.id, path: row.path });
    const all = entries(lines);
    const here = all.findIndex(is(row));
    const last = all.findLastIndex(([section]) => section === row.section);
    const line = `${row.key} = ${row.value ?? ""}`;
    if (here >= 0) lines.splice(here, 1, ...(row.ensure === "absent" ? [] : [line]));
    else if (row.ensure === "absent") throw new Fault("there is no such line", "not-found");
    else if (row.section === "" || last >= 0) lines.splice(last + 1, 0, line);
    else lines.push(`[${row.section}]`, line);
    write(row.path, [{ tag: "text", val: `${lines.join("\n")}\n` }], {}, undefined);
  }

  instances() {
    const lines = entries(read({ row: 0, path: "/etc/app.ini" })).filter(([, key]) => key !== "");
    return lines.map(([section, key, value]) => ({ title: `${section}/${key}`, ensure: "present", value }));
  }
}

export const { types, providers } = component({
  name: "ini_line",
  docs: "A line in an INI file.",
  attributes: {
    path: { docs: "The file; created if missing.", traits: ["namevar"], dataType: "String", default: "/etc/app.ini" },
    section: { docs: "The section of the line; empty for lines before the first section.", traits: ["namevar"], dataType: "String" },
    key: { docs: "The text before the equals sign.", traits: ["namevar"], dataType: "String" },
    ensure: {
      docs: "Whether the line should exist.",
      role: "property",
      choices: [
        { value: "present", docs: "The resource exists." },
        { value: "absent", meaning: "absent", docs: "The resource does not exist." },
      ],
      default: "present",
    },
    value: { docs: "The text after the equals sign.", role: "property", dataType: "String" },
  },
  titlePatterns: [
    { pattern: "^(/.+):(.*)/(.+)$", captures: ["path", "section", "key"] },
    { pattern: "^(.*)/(.+)$", captures: ["section", "key"] },
  ],
  edges: [{ require: "file", of: "path" }],
  examples: ["ini_line { 'server/port': value => '8080' }"],
  providers: { text: Text },
});
