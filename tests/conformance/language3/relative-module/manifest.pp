# Files of a module name its other classes without its name
include web
