# The main manifest of a module imports what its other files define
include tools
