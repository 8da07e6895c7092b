// Tests of a component without WebAssembly: a system in memory, and a driver that calls a provider as the host does. Import your own
// module with `await import(..)` after this one, which provides the modules that otherwise exist only inside of a component.

import { register } from "node:module";

export { FakeSystem } from "./fake/system.js";
export { Problems, ProviderTest } from "./fake/provider.js";

register("./fake/hooks.js", import.meta.url);
