"""Tests of a component without WebAssembly: a system in memory, and a driver that calls a provider as the host does. Import this
package before modules of `wit_world`: it provides those that otherwise exist only inside of a component."""

from . import system, wit

wit.install(system.call)

from .provider_test import Problems, ProviderTest  # noqa: E402, imports the modules created above
from .system import FakeSystem, Node, error  # noqa: E402

__all__ = ["FakeSystem", "Node", "Problems", "ProviderTest", "error"]
