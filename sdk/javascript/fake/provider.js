// Calls a provider as the host does: through the exports of the component, with tables and states of the contract.

import { isDeepStrictEqual } from "node:util";

import { Reader, Writer } from "../values.js";

/** The number of the only row of a call. */
const ROW = 1;

/** Errors that `canonicalize` or `precheck` report about a row. */
export class Problems extends Error {}

/** A provider of a type: `new ProviderTest(await import("./motd.js"), "motd", "plain")`. */
export class ProviderTest {
  constructor({ types, providers }, type, provider, features = []) {
    this.types = types;
    this.type = JSON.parse(types.describe()).types.find(({ name }) => name === type);
    this.names = this.type.attributes.map(({ name }) => name);
    this.provider = provider;
    this.session = providers.Session.open(type, provider, features);
  }

  /** Returns the canonical attributes of a resource, with defaults. The namevar is the title unless it is given. */
  want(title, attributes = {}) {
    const desired = {};
    for (const { name, traits = [], default: preset } of this.type.attributes) {
      if (preset?.constant !== undefined) desired[name] = preset.constant;
      if (traits.includes("namevar") && preset === undefined) desired[name] = title;
    }
    Object.assign(desired, attributes);
    if (!this.type.hooks?.includes("canonicalize")) return desired;
    const { rows, problems } = this.types.canonicalize(this.type.name, this.provider, this.table(title, desired));
    reject(problems);
    return this.rows(rows)[0]?.attributes ?? desired;
  }

  /** Returns the current state of a resource. */
  get(title, attributes) {
    return this.read(title, this.want(title, attributes)).state;
  }

  /** Returns the attributes that a run would change, with their current and desired values. */
  noop(title, attributes) {
    return this.changes(title, this.want(title, attributes)).changes;
  }

  /** Applies a resource and returns the changed attributes, with their previous and new values. */
  apply(title, attributes) {
    const desired = this.want(title, attributes);
    const { changes, state } = this.changes(title, desired);
    const columns = Object.keys(changes).map((name) => this.names.indexOf(name));
    if (columns.length === 0) return changes;
    const applied = called(() => this.session.set(this.table(title, desired), this.table(title, state), columns.sort((a, b) => a - b)));
    for (const { outcome } of applied) if (outcome.tag === "err") throw failure(outcome.val);
    return changes;
  }

  /** Calls the provider as after a change of a resource that this one subscribes to. */
  refresh(title, attributes) {
    called(() => this.session.refresh(this.table(title, this.want(title, attributes))));
  }

  /** Calls the check before a run, and throws `Problems`. */
  precheck(title, attributes) {
    reject(this.session.precheck(this.table(title, this.want(title, attributes))));
  }

  /** Returns the attributes of all resources on the system by title. */
  instances() {
    const found = this.rows(reading(() => this.session.instances()));
    return Object.fromEntries(found.map(({ title, attributes }) => [title, attributes]));
  }

  /** Returns the added resources: `{ type, title, attributes }`. */
  generate(title, attributes) {
    return added(called(() => this.session.generate(this.table(title, this.want(title, attributes)))));
  }

  /** Returns the resources that are added within the resource: `{ type, title, attributes }`. */
  expand(title, attributes) {
    return added(called(() => this.session.expand(this.table(title, this.want(title, attributes)))));
  }

  /** Returns the automatic relationships of a resource: `{ edge, type, titles }`. */
  relate(title, attributes) {
    const related = this.types.relate(this.type.name, this.table(title, this.want(title, attributes)));
    return related.map(({ edge, targetType, titles }) => ({ edge, type: targetType, titles }));
  }

  changes(title, desired) {
    const { state, verdicts } = this.read(title, desired);
    let changes = {};
    for (const { name, role } of this.type.attributes) {
      if (role !== "property" || !(name in desired || name in verdicts)) continue;
      const isInsync = verdicts[name] ?? isDeepStrictEqual(state[name], desired[name]);
      if (!isInsync) changes[name] = [state[name], desired[name]];
    }
    // As in a run: an absent resource is created as a whole, and one that should be absent has no other changes.
    if ("ensure" in changes) changes = { ensure: changes.ensure };
    else if (desired.ensure === "absent") changes = {};
    return { changes, state };
  }

  read(title, desired) {
    const { arena, states } = reading(() => this.session.get(this.table(title, desired)));
    const { tag, val } = states[0];
    if (tag === "err") throw failure(val);
    const reader = new Reader(arena);
    const state = Object.fromEntries(val.slots.map(([column, node]) => [this.names[column], reader.value(node)]));
    const verdicts = Object.fromEntries(val.verdicts.map(({ attribute, insync }) => [this.names[attribute], insync]));
    return { state, verdicts };
  }

  table(title, attributes) {
    const writer = new Writer();
    const slots = Object.entries(attributes).map(([name, value]) => [this.names.indexOf(name), writer.value(value)]);
    const rows = [{ id: ROW, title: writer.text(title), slots }];
    return { arena: writer.arena(), rows };
  }

  rows({ arena, rows }) {
    return decode(arena, rows, this.names);
  }
}

function decode(arena, rows, names) {
  const reader = new Reader(arena);
  return rows.map(({ title, slots }) => {
    const attributes = Object.fromEntries(slots.map(([column, node]) => [names[column], reader.value(node)]));
    return { title: reader.text(title), attributes };
  });
}

function added(sheets) {
  return sheets.flatMap(({ typeName, columns, rows }) =>
    decode(rows.arena, rows.rows, columns).map((row) => ({ type: typeName, ...row })),
  );
}

function reject(problems) {
  const found = problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
  if (found.length > 0) throw new Problems(found.join("\n"));
}

/** Refuses changes while state is read. */
function reading(call) {
  const system = globalThis[Symbol.for("marotte.fake")];
  system.isReading = true;
  try {
    return called(call);
  } finally {
    system.isReading = false;
  }
}

/** Converts errors of the contract, which are not instances of `Error`. */
function called(call) {
  try {
    return call();
  } catch (thrown) {
    throw thrown instanceof Error ? thrown : failure(thrown);
  }
}

function failure({ code, message, detail }) {
  return Object.assign(new Error(message), { code, detail });
}
