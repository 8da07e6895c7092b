// Connects the exports of a component to the author's classes: converts tables to rows, and states to tables.

import { emit } from "marotte:provider/log@0.1.0";
import { PROVIDER_HOOKS, document } from "./schema.js";
import { Reader, Writer } from "./values.js";

export { Other, Secret } from "./values.js";

/** An error with one of the contract's codes: `not-found`, `denied`, `io`, `invalid`, `other`, … */
export class Fault extends Error {
  constructor(message, code = "other", detail = undefined) {
    super(message);
    this.code = code;
    this.detail = detail;
  }
}

/** A result of `get`, instead of a plain object, with verdicts that override the host's comparison. */
export class State {
  /** `verdicts`: for each attribute `{ insync, is, should, change, diff }`, of which only `insync` is required. */
  constructor(attributes, verdicts) {
    this.attributes = attributes;
    this.verdicts = verdicts;
  }
}

/** Calls a function for each row; an error affects only its row. */
export function each(rows, answer) {
  return rows.map((row) => {
    try {
      return answer(row);
    } catch (thrown) {
      return fault(thrown);
    }
  });
}

/** Returns the result of a function, or null if it throws a `not-found` error. */
export function found(ask) {
  try {
    return ask();
  } catch (thrown) {
    if (fault(thrown).code === "not-found") return null;
    throw thrown;
  }
}

/** Returns the exports of a component, `{ types, providers }`, for a list of types. */
export function component(...list) {
  const schema = JSON.stringify(document(list));
  const named = new Map(list.map((type) => [type.name, type]));

  const types = {
    describe: () => schema,
    canonicalize(typeName, provider, table) {
      const type = named.get(typeName);
      const [writer, written, problems] = [new Writer(), [], []];
      const hook = (rows) => {
        const changed = type.canonicalize(rows, provider, complain(type, problems)) ?? [];
        for (const row of changed) written.push(writeRow(type, writer, row.id, row.title, row));
      };
      const restart = () => ([problems.length, written.length] = [0, 0]);
      byRow(() => readRows(type, table), hook, restart, problems);
      return { rows: { arena: writer.arena(), rows: written }, problems };
    },
    relate(typeName, table) {
      const type = named.get(typeName);
      try {
        const related = type.relate(readRows(type, table)) ?? [];
        return related.map(({ row, edge, type: targetType, titles }) => ({ row: row.id, edge, targetType, titles }));
      } catch (thrown) {
        // The contract has no error here. The exception fails the call, which the host repeats for each row.
        if (table.rows.length === 1) emit("err", table.rows[0].id, undefined, fault(thrown).message);
        throw thrown;
      }
    },
  };

  class Session {
    constructor(type, provider) {
      this.type = type;
      this.provider = provider;
    }

    static open(typeName, name, features) {
      const type = named.get(typeName);
      const Provider = type?.providers?.[name];
      if (Provider === undefined) {
        throw payload(new Fault(`this component has no provider '${name}' of the type '${typeName}'`, "invalid"));
      }
      return answering(() => new Session(type, new Provider(features)));
    }

    precheck(desired) {
      const problems = [];
      const hook = (rows) => this.ask("precheck", rows, complain(this.type, problems));
      byRow(() => readRows(this.type, desired), hook, () => (problems.length = 0), problems);
      return problems;
    }

    instances() {
      return answering(() => {
        const writer = new Writer();
        const rows = Array.from(this.ask("instances"), (found) => writeRow(this.type, writer, 0, found.title, found));
        return { arena: writer.arena(), rows };
      });
    }

    get(desired) {
      return answering(() => {
        const rows = readRows(this.type, desired);
        const answers = this.ask("get", rows);
        if (answers.length !== rows.length) throw new Fault(`'get' returned ${answers.length} results for ${rows.length} rows`);
        const writer = new Writer();
        const states = answers.map((answer) => writeState(this.type, writer, answer));
        return { arena: writer.arena(), states };
      });
    }

    generate(desired) {
      return answering(() => writeSheets(this.ask("generate", readRows(this.type, desired))));
    }

    expand(desired) {
      return answering(() => writeSheets(this.ask("expand", readRows(this.type, desired))));
    }

    set(desired, current, changed) {
      return answering(() => {
        const [row] = readRows(this.type, desired);
        const [is] = readRows(this.type, current);
        const names = Object.keys(this.type.attributes);
        const said = this.ask("set", row, is, Array.from(changed, (column) => names[column])) ?? {};
        return Object.entries(said).map(([name, outcome]) => ({
          attribute: columnOf(this.type, name),
          outcome: outcome instanceof Error ? { tag: "err", val: payload(outcome) } : { tag: "ok", val: outcome ?? undefined },
        }));
      });
    }

    refresh(desired) {
      return answering(() => {
        const [row] = readRows(this.type, desired);
        this.ask("refresh", row);
      });
    }

    ask(hook, ...words) {
      if (typeof this.provider[hook] !== "function") throw new Fault(`the provider has no '${hook}'`);
      return this.provider[hook](...words);
    }
  }

  // A provider with a misspelled method name would silently never be called.
  for (const type of list) {
    for (const [name, provider] of Object.entries(type.providers ?? {})) {
      if (typeof provider.prototype?.get !== "function") {
        throw new Error(`the provider '${name}' of '${type.name}' must be a class with a method 'get'; supported methods are ${PROVIDER_HOOKS.join(", ")}`);
      }
    }
  }
  return { types, providers: { Session } };
}

/** Converts a table to rows: objects with `id`, `title` and the attributes that are set. */
function readRows(type, table) {
  const names = Object.keys(type.attributes);
  const reader = new Reader(table.arena);
  return Array.from(table.rows, ({ id, title, slots }) => {
    const row = { id, title: reader.text(title) };
    for (const [column, node] of slots) row[names[column]] = reader.value(node);
    return row;
  });
}

function columnOf(type, name) {
  const column = Object.keys(type.attributes).indexOf(name);
  if (column < 0) throw new Fault(`the type '${type.name}' has no attribute '${name}'`, "invalid");
  return column;
}

function slotsOf(type, writer, attributes) {
  const own = Object.entries(attributes).filter(([name]) => name !== "id" && (name !== "title" || "title" in type.attributes));
  return own.map(([name, value]) => [columnOf(type, name), writer.value(value)]);
}

function writeRow(type, writer, id, title, attributes) {
  return { id, title: writer.text(title), slots: slotsOf(type, writer, attributes) };
}

function writeState(type, writer, answer) {
  if (answer instanceof Error) return { tag: "err", val: payload(answer) };
  const [attributes, verdicts] = answer instanceof State ? [answer.attributes, answer.verdicts] : [answer, {}];
  const judged = Object.entries(verdicts ?? {}).map(([name, { insync, is, should, change, diff }]) => {
    return { attribute: columnOf(type, name), insync, is, should, change, diff };
  });
  return { tag: "ok", val: { slots: slotsOf(type, writer, attributes), verdicts: judged } };
}

/** Encodes generated resources: `{ type, of, title, attributes }`, where `of` is the parent row. */
function writeSheets(resources) {
  return Array.from(resources ?? [], ({ type, of, title, attributes }) => {
    const writer = new Writer();
    const columns = Object.keys(attributes);
    const slots = columns.map((name, column) => [column, writer.value(attributes[name])]);
    const rows = [{ id: of.id, title: writer.text(title), slots }];
    return { typeName: type, columns, rows: { arena: writer.arena(), rows } };
  });
}

/** Returns the function that reports a problem of a row. */
function complain(type, problems) {
  return (row, message, { attribute, severity = "error" } = {}) => {
    problems.push({ row: row.id, attribute: attribute === undefined ? undefined : columnOf(type, attribute), severity, message });
  };
}

/**
 * Calls a hook with all rows. If it throws, calls it with each row and adds a problem for the rows where it throws again, or for
 * all rows if it does not.
 */
function byRow(read, hook, restart, problems) {
  let first;
  try {
    return hook(read());
  } catch (thrown) {
    restart();
    first = fault(thrown);
  }
  const failed = new Map();
  for (const row of read()) {
    try {
      hook([row]);
    } catch (thrown) {
      failed.set(row.id, fault(thrown));
    }
  }
  const found = failed.size > 0 ? failed : new Map(read().map((row) => [row.id, first]));
  for (const [row, { message }] of found) problems.push({ row, attribute: undefined, severity: "error", message });
}

/** Converts exceptions to the contract's errors, since any other exception ends the component. */
function answering(answer) {
  try {
    return answer();
  } catch (thrown) {
    throw payload(thrown);
  }
}

/** Converts an exception of an import, of the author's code or of the language to a `Fault`. */
function fault(thrown) {
  const { code, message, detail } = thrown?.payload ?? thrown ?? {};
  if (typeof code === "string") return new Fault(message, code, detail);
  if (!(thrown instanceof Error)) return new Fault(String(thrown));
  // The class of an error of the language explains messages such as "x is undefined".
  const text = thrown.constructor === Error ? thrown.message : `${thrown.name}: ${thrown.message}`;
  return new Fault(text, "other", thrown.stack?.trimEnd());
}

function payload(thrown) {
  const { message, code, detail } = fault(thrown);
  return { code, message, detail };
}
