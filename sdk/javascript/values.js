// Converts values to and from the flat list in which they are passed to the host (values.wit).
//
// In JavaScript a value is null (undef), a boolean, a number, a BigInt (integers that a number cannot represent), a
// string, a Uint8Array, an array, a Map (a hash), a Secret or an Other.

/** Maximum nesting depth of an attribute value. */
const MAX_DEPTH = 100;

/** A Sensitive value: a token that can be inserted into a body but not read. */
export class Secret {
  constructor(token) {
    this.token = token;
  }
}

/** Any other Puppet value, by the name of its type and its string form: ("Regexp", "^a"). */
export class Other {
  constructor(type, text) {
    this.type = type;
    this.text = text;
  }
}

/** Decodes a list received from the host. */
export class Reader {
  constructor({ values, text }) {
    this.values = values;
    this.chars = text;
    // Spans count bytes, which are the same as characters in an ASCII text.
    const bytes = new TextEncoder().encode(text);
    this.bytes = bytes.length === text.length ? null : bytes;
    this.decoder = new TextDecoder();
  }

  /** Returns the text of a span. */
  text({ start, length }) {
    if (this.bytes === null) return this.chars.slice(start, start + length);
    return this.decoder.decode(this.bytes.subarray(start, start + length));
  }

  /** Returns the value at an index. */
  value(index, parent = this.values.length, depth = MAX_DEPTH) {
    if (index >= parent) throw new Error("a value refers to a later value");
    if (depth === 0) throw new Error("a value is nested too deeply");
    const child = (other) => this.value(other, index, depth - 1);
    const { tag, val } = this.values[index];
    switch (tag) {
      case "undef":
        return null;
      case "integer":
        return Number.isSafeInteger(Number(val)) ? Number(val) : val;
      case "text":
        return this.text(val);
      case "array":
        return Array.from(val, child);
      case "hash":
        return new Map(Array.from(val, ([key, item]) => [child(key), child(item)]));
      case "secret":
        return new Secret(val);
      case "other":
        return new Other(val[0], val[1]);
      default:
        // boolean, float, binary
        return val;
    }
  }
}

/** Encodes a list for the host. */
export class Writer {
  constructor() {
    this.values = [];
    this.texts = [];
    this.length = 0;
    this.known = new Map();
  }

  /** Appends a text and returns its span. */
  text(text) {
    // Unpaired surrogates would be replaced during encoding.
    const whole = text.toWellFormed();
    const span = { start: this.length, length: byteLength(whole) };
    this.texts.push(whole);
    this.length += span.length;
    return span;
  }

  /** Adds a value and returns its index. */
  value(value, depth = MAX_DEPTH) {
    if (depth === 0) throw new Error("a value is nested too deeply");
    const child = (item) => this.value(item, depth - 1);
    if (value === null || value === undefined) return this.push("undef");
    if (typeof value === "string") {
      const known = this.known.get(value);
      if (known !== undefined) return known;
      const index = this.push("text", this.text(value));
      this.known.set(value, index);
      return index;
    }
    if (typeof value === "boolean") return this.push("boolean", value);
    if (typeof value === "bigint") return this.push("integer", value);
    if (Number.isSafeInteger(value)) return this.push("integer", BigInt(value));
    if (typeof value === "number") return this.push("float", value);
    if (value instanceof Uint8Array) return this.push("binary", value);
    if (value instanceof Secret) return this.push("secret", value.token);
    if (value instanceof Other) return this.push("other", [value.type, value.text]);
    if (Array.isArray(value)) return this.push("array", value.map(child));
    if (value instanceof Map) return this.push("hash", Array.from(value, ([key, item]) => [child(key), child(item)]));
    throw new Error(`a ${typeof value} is not a Puppet value; use a Map for a hash`);
  }

  /** Returns the encoded list. */
  arena() {
    return { values: this.values, text: this.texts.join("") };
  }

  push(tag, val) {
    return this.values.push({ tag, val }) - 1;
  }
}

function byteLength(text) {
  // Most texts are ASCII, for which the length need not be computed by encoding them.
  // eslint-disable-next-line no-control-regex
  return /^[\x00-\x7f]*$/.test(text) ? text.length : new TextEncoder().encode(text).length;
}
