# An object type that inherits from itself
type Sub = {parent=>Sub}
notice(Sub())
