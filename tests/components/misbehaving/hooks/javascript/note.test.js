import assert from "node:assert/strict";
import { test } from "node:test";

import { FakeSystem, Problems, ProviderTest } from "./marotte/fake.js";

const project = await import("./note.js");

const PATH = "/etc/notes/a";

function fixture() {
  const system = new FakeSystem();
  system.put(PATH, "old\n");
  return { system, provider: new ProviderTest(project, "note", "plain") };
}

test("canonicalize changes and rejects values", () => {
  const { provider } = fixture();
  assert.deepEqual(provider.apply(PATH, { text: "  Grüße " }), { text: ["old", "Grüße"] });
  assert.throws(() => provider.want(PATH, { text: "" }), new Problems("an empty note is useless"));
});

test("hooks return resources", () => {
  const { provider } = fixture();
  assert.deepEqual(provider.instances(), { [PATH]: { ensure: "present" } });
  const added = (suffix) => [{ type: "file", title: PATH + suffix, attributes: { content: suffix } }];
  assert.deepEqual(provider.generate(PATH, { copies: true }), added(".generated"));
  assert.deepEqual(provider.expand(PATH, { copies: true }), added(".expanded"));
  assert.deepEqual(provider.relate(PATH), [{ edge: "require", type: "file", titles: ["/etc/notes"] }]);
});

test("exceptions are errors of the contract", () => {
  for (const name of ["get", "set", "refresh", "generate", "expand"]) {
    const { provider } = fixture();
    const call = () => provider[name === "set" ? "apply" : name](PATH, { text: "new", raises: name });
    assert.throws(call, { message: `TypeError: ${name} was asked to fail`, code: "other", detail: /note\.js/ });
  }
});

test("exceptions before the run are problems of the row", () => {
  for (const [call, name] of [["want", "canonicalize"], ["precheck", "precheck"]]) {
    const { provider } = fixture();
    assert.throws(() => provider[call](PATH, { raises: name }), new Problems(`TypeError: ${name} was asked to fail`));
  }
});

test("exception while relating is logged", () => {
  const { system, provider } = fixture();
  assert.throws(() => provider.relate(PATH, { raises: "relate" }), TypeError);
  assert.equal(system.messages[0].message, "TypeError: relate was asked to fail");
});

test("change while reading is refused", async () => {
  const { system } = fixture();
  system.isReading = true;
  const { remove } = await import("marotte:provider/fs-write@0.1.0");
  assert.throws(() => remove(PATH, false, undefined), { payload: { code: "refused", detail: undefined, message: "'remove' is not allowed while state is read" } });
});
