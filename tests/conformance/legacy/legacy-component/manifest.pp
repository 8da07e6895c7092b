# A component with a node of an application
Node['a'] => [Lamp::Web['b']]
