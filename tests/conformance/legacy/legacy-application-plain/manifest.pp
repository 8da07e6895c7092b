# An application without parameters
application lamp { }
