// Module hooks of Node: the interfaces of the contract as modules with the functions of the current fake system.

import { readFileSync, readdirSync } from "node:fs";

/** The contract, next to the project's own `world.wit`. */
const CONTRACT = new URL("../../wit/deps/marotte/", import.meta.url);

const SCHEME = "marotte:provider/";

export function resolve(specifier, context, next) {
  return specifier.startsWith(SCHEME) ? { url: specifier, shortCircuit: true } : next(specifier, context);
}

export function load(url, context, next) {
  if (!url.startsWith(SCHEME)) return next(url, context);
  const name = url.slice(SCHEME.length).split("@")[0];
  const exported = functions(name).map((name) => `export const ${camel(name)} = call("${name}");`);
  const call = `const call = (name) => (...words) => globalThis[Symbol.for("marotte.fake")].call("${name}", name)(...words);`;
  return { format: "module", source: [call, ...exported].join("\n"), shortCircuit: true };
}

/** Returns the names of the functions of an interface. */
function functions(wanted) {
  const texts = readdirSync(CONTRACT).map((file) => readFileSync(new URL(file, CONTRACT), "utf8").replace(/\/\/.*/g, ""));
  const parts = texts.flatMap((text) => text.split(/^(?=interface |world )/m));
  const part = parts.find((text) => text.startsWith(`interface ${wanted} {`));
  if (part === undefined) throw new Error(`the contract has no interface '${wanted}'`);
  const own = part.replace(/resource [\w-]+ \{[^]*?\n {2}\}/g, "");
  return Array.from(own.matchAll(/([\w-]+):\s*func\(/g), ([, name]) => name);
}

const camel = (name) => name.replace(/-./g, (pair) => pair[1].toUpperCase());
