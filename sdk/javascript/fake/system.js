// A system in memory: files, commands, facts, users. It has the imports of a component, and no grants.

import { createHash } from "node:crypto";
import { posix } from "node:path";

import { Writer } from "../values.js";

const encode = (text) => new TextEncoder().encode(text);
const decode = (bytes) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/** An error of the contract, as the imports of a component throw it. */
class ComponentError extends Error {
  constructor(code, message) {
    super(message);
    this.payload = { code, message, detail: undefined };
  }
}

/** The system on which the components of a test run. Creating one makes it the current system. */
export class FakeSystem {
  constructor() {
    /** Files by path: `{ content, mode, uid, gid, mtimeNs }`; the content of a directory is null. */
    this.files = new Map([["/", node(null, 0o755)]]);
    this.facts = {};
    this.users = [];
    this.groups = [];
    /** Attributes of the catalog's resources by type and title, for `find` of the interface `catalog`. */
    this.resources = {};
    /** Log messages: `{ level, message }`. */
    this.messages = [];
    /** Commands that were run, as passed by the component. */
    this.commands = [];
    /** Returns `{ status, stdout }` for a command. */
    this.onCommand = undefined;
    /** Returns a response for a request. */
    this.onRequest = undefined;
    /** Whether state is read, so that nothing may be changed. */
    this.isReading = false;
    this.failures = new Map();
    globalThis[Symbol.for("marotte.fake")] = this;
  }

  /** Creates a file and its parent directories. */
  put(path, content = "", mode = 0o644) {
    this.addParents(path);
    this.files.set(path, node(typeof content === "string" ? encode(content) : content, mode));
  }

  /** Returns the content of a file; undefined if it does not exist. */
  text(path) {
    const content = this.files.get(path)?.content;
    return content ? decode(content) : undefined;
  }

  /** Makes the next call of a function of the contract fail: `fail("write", "No space left on device")`. */
  fail(name, message, code = "io") {
    this.failures.set(name, new ComponentError(code, message));
  }

  /** Returns the implementation of a function of the contract. */
  call(face, name) {
    const own = FUNCTIONS[face]?.[name];
    if (own === undefined) throw new Error(`the fake system has no '${name}' of the interface '${face}'`);
    const failure = this.failures.get(name);
    this.failures.delete(name);
    if (failure !== undefined) throw failure;
    if (this.isReading && ["fs-write", "process-mutate", "download"].includes(face)) {
      throw new ComponentError("refused", `'${name}' is not allowed while state is read`);
    }
    return (...words) => own(this, ...words);
  }

  addParents(path) {
    for (let at = posix.dirname(path); !this.files.has(at); at = posix.dirname(at)) this.files.set(at, node(null, 0o755));
  }

  node(path) {
    const found = this.files.get(path);
    if (found === undefined) throw new ComponentError("not-found", `Could not read ${path}: No such file or directory`);
    return found;
  }

  content(path) {
    const { content } = this.node(path);
    if (content === null) throw new ComponentError("io", `Could not read ${path}: Is a directory`);
    return content;
  }

  /** Assembles a body. A secret is its token in angle brackets. */
  bytes(body) {
    const part = ({ tag, val }) => {
      if (tag === "text") return encode(val);
      if (tag === "bytes") return val;
      return tag === "secret" ? encode(`<secret ${val.token}>`) : this.content(val.path);
    };
    return Buffer.concat(body.map(part));
  }

  run(command) {
    this.commands.push(command);
    if (this.onCommand === undefined) throw new ComponentError("not-found", "the fake system has no commands; set 'onCommand'");
    const { status = 0, stdout = "" } = this.onCommand(command);
    return { status, stdout: typeof stdout === "string" ? encode(stdout) : stdout, stderr: encode(""), truncated: false };
  }
}

/** A staged file, which exists until it is disposed of unless it is committed. */
class Staged {
  constructor(system, target, body, attrs) {
    Object.assign(this, { system, target, attrs });
    const directory = target === undefined ? "/tmp" : posix.dirname(target);
    this.place = posix.join(directory, `.marotte-fake-${system.files.size}`);
    system.put(this.place, system.bytes(body));
    setAttrs(system, this.place, attrs);
  }

  path() {
    return this.place;
  }

  commit(backup) {
    if (this.target === undefined) throw new ComponentError("invalid", "a staged file without a path cannot be committed");
    const content = this.system.content(this.place);
    FUNCTIONS["fs-write"].write(this.system, this.target, [{ tag: "bytes", val: content }], this.attrs, backup);
    this.system.files.delete(this.place);
  }

  [Symbol.dispose ?? Symbol.for("dispose")]() {
    this.system.files.delete(this.place);
  }
}

function node(content, mode = 0o644) {
  return { content, mode, uid: 0, gid: 0, mtimeNs: 0n };
}

function setAttrs(system, path, attrs) {
  const set = Object.entries(attrs).filter(([, value]) => value !== undefined);
  Object.assign(system.node(path), Object.fromEntries(set));
}

function find(all, { tag, val }, number) {
  return all.find((one) => one[tag === "name" ? "name" : number] === val);
}

const ok = (val) => ({ tag: "ok", val });
const kind = ({ content }) => (content === null ? "directory" : "file");

/** The functions of the contract, by interface and name. */
const FUNCTIONS = {
  "fs-read": {
    stat: (system, places) =>
      places.map(({ path }) => {
        const found = system.files.get(path);
        if (found === undefined) return ok(undefined);
        const { content, mtimeNs, ...attrs } = found;
        const times = { atimeNs: 0n, mtimeNs, ctimeNs: 0n };
        return ok({ ...attrs, ...times, kind: kind(found), size: BigInt(content?.length ?? 0) });
      }),
    read: (system, { path }, offset, limit) => system.content(path).subarray(Number(offset), Number(offset) + limit),
    "read-text": (system, { path }, limit) => {
      const content = system.content(path);
      if (content.length > limit) throw new ComponentError("io", `Could not read ${path}: it has more than ${limit} bytes`);
      return decode(content);
    },
    digest: (system, bodies, name) => bodies.map((body) => ok(createHash(name).update(system.bytes(body)).digest("hex"))),
    equal: (system, pairs) =>
      pairs.map(([{ path }, body]) => {
        const content = system.files.get(path)?.content;
        return ok(content ? system.bytes(body).equals(content) : false);
      }),
    walk: (system, { path }, depth, follow, ignore, limit) => {
      const top = posix.join(path, "/");
      const names = (other) => other.slice(top.length).split("/");
      const isIgnored = (other) => ignore.some((glob) => names(other).some((name) => matches(glob, name)));
      const paths = Array.from(system.files.keys()).filter((other) => other.startsWith(top) && other !== top);
      const found = paths.filter((other) => names(other).length <= depth && !isIgnored(other)).sort();
      if (found.length > limit) throw new ComponentError("io", `${path} has more than ${limit} entries`);
      return found.map((other) => ({ path: other, kind: kind(system.node(other)) }));
    },
  },
  "fs-write": {
    write: (system, path, body, attrs, backup) => {
      system.node(posix.dirname(path));
      const content = system.bytes(body);
      const previous = system.files.get(path);
      if (backup !== undefined && previous !== undefined) system.files.set(path + backup, { ...previous });
      system.files.set(path, { ...(previous ?? node(null)), content });
      setAttrs(system, path, attrs);
    },
    stage: (system, path, body, attrs) => new Staged(system, path, body, attrs),
    "make-directory": (system, path, attrs, parents) => {
      if (parents) system.addParents(path);
      system.node(posix.dirname(path));
      if (system.files.has(path)) throw new ComponentError("exists", `Could not create ${path}: File exists`);
      system.files.set(path, node(null, 0o755));
      setAttrs(system, path, attrs);
    },
    "set-attrs": setAttrs,
    rename: (system, source, path) => {
      system.node(posix.dirname(path));
      system.files.set(path, system.node(source));
      system.files.delete(source);
    },
    remove: (system, path, recursive) => {
      system.node(path);
      const below = Array.from(system.files.keys()).filter((other) => other.startsWith(`${path}/`));
      if (below.length > 0 && !recursive) throw new ComponentError("io", `Could not remove ${path}: Directory not empty`);
      for (const other of [path, ...below]) system.files.delete(other);
    },
  },
  "process-query": { run: (system, commands) => commands.map((command) => ok(system.run(command))) },
  "process-mutate": { run: (system, command) => system.run(command) },
  http: {
    send: (system, request) => {
      if (system.onRequest === undefined) throw new ComponentError("io", "the fake system has no network; set 'onRequest'");
      return system.onRequest(request);
    },
  },
  facts: {
    get: (system, path) => {
      if (!(path in system.facts)) return undefined;
      const writer = new Writer();
      writer.value(system.facts[path]);
      return writer.arena();
    },
  },
  log: { emit: (system, level, row, attribute, message) => system.messages.push({ level, message }) },
  catalog: {
    find: (system, type, columns) => {
      const writer = new Writer();
      const rows = Object.entries(system.resources[type] ?? {}).map(([title, attributes], index) => {
        const used = columns.flatMap((name, column) => (name in attributes ? [[column, writer.value(attributes[name])]] : []));
        return { id: index + 1, title: writer.text(title), slots: used };
      });
      return { arena: writer.arena(), rows };
    },
  },
  identity: {
    "find-user": (system, key) => find(system.users, key, "uid"),
    "find-group": (system, key) => find(system.groups, key, "gid"),
    users: (system) => system.users,
    groups: (system) => system.groups,
  },
};

/** Returns whether a name matches a glob with `*` and `?`. */
function matches(glob, name) {
  const pattern = glob.replace(/[.+^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*").replaceAll("?", ".");
  return new RegExp(`^${pattern}$`).test(name);
}
